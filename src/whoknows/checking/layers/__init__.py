"""Certificates of hats in many colors, whose stacks fall into layers."""
