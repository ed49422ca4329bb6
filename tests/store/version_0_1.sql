BEGIN TRANSACTION;
CREATE TABLE whoknows_experiments (
	id VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	document JSON NOT NULL, 
	program VARCHAR(40) NOT NULL, 
	began VARCHAR(32) NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "whoknows_experiments" VALUES('ca8fae338b5c','kept','{"game": "mastermind", "games": 6, "seed": 1, "strategies": [["first", "entropy"]], "seatings": [], "rotate": false, "setup": {"pegs": [2], "colors": [3]}, "sources": {}}','0.1.0','2026-11-16T02:45:54+00:00',12);
CREATE TABLE whoknows_meta (
	"key" VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "whoknows_meta" VALUES('version','2');
CREATE TABLE whoknows_room_log (
	room VARCHAR(40) NOT NULL, 
	n INTEGER NOT NULL, 
	at INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	move TEXT, 
	back INTEGER NOT NULL, 
	PRIMARY KEY (room, n), 
	UNIQUE (room, at, seat), 
	FOREIGN KEY(room) REFERENCES whoknows_rooms (id) ON DELETE CASCADE
);
INSERT INTO "whoknows_room_log" VALUES('be1c9d38',0,0,0,'1-4 : 5-8',0);
INSERT INTO "whoknows_room_log" VALUES('be1c9d38',1,1,0,'9 10 : 1 11',0);
INSERT INTO "whoknows_room_log" VALUES('be1c9d38',2,2,-1,NULL,1);
INSERT INTO "whoknows_room_log" VALUES('4cd16bc2',0,0,0,'1-4 : 5-8',0);
INSERT INTO "whoknows_room_log" VALUES('4cd16bc2',1,1,0,'9 10 : 1 11',0);
INSERT INTO "whoknows_room_log" VALUES('4cd16bc2',2,2,0,'9 11 : 1 10',0);
INSERT INTO "whoknows_room_log" VALUES('4cd16bc2',3,3,0,'11 : 1',0);
INSERT INTO "whoknows_room_log" VALUES('ff399b89',0,0,0,'1 4 : 2 3',0);
INSERT INTO "whoknows_room_log" VALUES('ff399b89',1,1,0,'1 2 : 3 5',0);
INSERT INTO "whoknows_room_log" VALUES('35d4c4ba',0,0,0,'1 4 : 2 3',0);
INSERT INTO "whoknows_room_log" VALUES('35d4c4ba',1,1,0,'1 2 : 3 5',0);
INSERT INTO "whoknows_room_log" VALUES('3af80cde',0,0,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('3af80cde',1,0,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('3af80cde',2,0,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',0,0,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',1,0,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',2,0,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',3,0,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',4,1,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',5,1,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',6,1,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',7,1,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',8,2,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',9,2,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',10,2,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',11,2,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',12,3,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',13,3,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',14,3,3,'366',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',15,3,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',16,4,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',17,4,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',18,4,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',19,5,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',20,5,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',21,5,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',22,6,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',23,6,2,'244',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',24,6,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',25,6,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',26,7,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',27,7,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',28,7,0,'346',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',29,8,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',30,8,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',31,9,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',32,9,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',33,9,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',34,9,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',35,10,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',36,10,1,'115',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',37,10,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',38,10,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',39,11,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',40,11,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',41,11,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',42,12,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',43,12,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',44,12,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',45,12,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',46,13,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',47,13,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',48,13,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',49,13,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',50,14,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',51,14,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',52,14,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',53,14,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',54,15,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',55,15,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',56,15,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',57,15,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',58,16,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',59,16,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',60,16,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',61,16,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',62,17,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',63,17,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',64,17,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',65,17,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',66,18,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',67,18,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',68,18,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',69,18,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',70,19,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',71,19,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',72,19,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',73,19,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',74,20,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',75,20,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',76,20,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',77,20,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',78,21,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',79,21,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',80,21,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',81,21,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',82,22,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',83,22,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',84,22,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',85,22,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',86,23,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',87,23,1,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',88,23,2,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',89,23,3,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('d4af61b7',90,24,0,'pass',0);
INSERT INTO "whoknows_room_log" VALUES('3294acf7',0,0,0,'c1=b4',0);
INSERT INTO "whoknows_room_log" VALUES('3294acf7',1,1,1,'c1=b1',0);
INSERT INTO "whoknows_room_log" VALUES('3294acf7',2,2,2,'b1=b3',0);
INSERT INTO "whoknows_room_log" VALUES('3294acf7',3,3,2,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',0,0,0,'c1=b4',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',1,1,1,'c1=b1',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',2,2,2,'b1=b3',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',3,3,2,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',4,4,0,'c1=b2',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',5,5,0,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',6,6,1,'a4=b12',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',7,7,1,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',8,8,2,'b4=w12',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',9,9,2,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',10,10,0,'c4=w11',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',11,11,0,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',12,12,1,'a3=b11',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',13,13,1,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',14,14,2,'b3=b10',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',15,15,2,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',16,16,0,'c3=w10',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',17,17,0,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',18,18,1,'a1=w1',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',19,19,1,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',20,20,2,'b2=w3',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',21,21,0,'b2=w4',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',22,22,0,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',23,23,2,'a2=w2',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',24,24,0,'c2=b4',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',25,25,2,'a2=w3',0);
INSERT INTO "whoknows_room_log" VALUES('e751cbe0',26,26,0,'c2=b5',0);
INSERT INTO "whoknows_room_log" VALUES('b660a1fd',0,0,1,'arrange',0);
INSERT INTO "whoknows_room_log" VALUES('b660a1fd',1,0,2,'arrange 3',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',0,0,1,'arrange',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',1,0,2,'arrange 3',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',2,0,0,'arrange 3',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',3,1,0,'b3=w-',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',4,2,1,'c1=w2',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',5,3,1,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',6,4,2,'a4=b6',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',7,5,0,'c2=w3',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',8,6,0,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',9,7,1,'c4=b5',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',10,8,1,'stop',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',11,9,2,'a4=b-',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',12,10,0,'b1=b1',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',13,11,1,'a2=b2',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',14,12,1,'a1=w1',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',15,13,1,'a3=b-',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',16,14,1,'a4=b4',0);
INSERT INTO "whoknows_room_log" VALUES('17019453',17,15,1,'c3=w-',0);
INSERT INTO "whoknows_room_log" VALUES('95d9237d',0,0,1,'P',0);
INSERT INTO "whoknows_room_log" VALUES('95d9237d',1,0,2,'P',0);
INSERT INTO "whoknows_room_log" VALUES('d40cab0e',0,0,1,'P',0);
INSERT INTO "whoknows_room_log" VALUES('d40cab0e',1,0,2,'P',0);
INSERT INTO "whoknows_room_log" VALUES('d40cab0e',2,0,0,'R',0);
INSERT INTO "whoknows_room_log" VALUES('f55712f0',0,0,1,'P',0);
INSERT INTO "whoknows_room_log" VALUES('f55712f0',1,0,2,'P',0);
INSERT INTO "whoknows_room_log" VALUES('8c568216',0,0,1,'P',0);
INSERT INTO "whoknows_room_log" VALUES('8c568216',1,0,2,'P',0);
INSERT INTO "whoknows_room_log" VALUES('8c568216',2,0,0,'R',0);
INSERT INTO "whoknows_room_log" VALUES('3db98113',0,0,0,'4212',0);
INSERT INTO "whoknows_room_log" VALUES('3db98113',1,1,0,'3425',0);
INSERT INTO "whoknows_room_log" VALUES('3db98113',2,2,-1,NULL,1);
INSERT INTO "whoknows_room_log" VALUES('9a0b397e',0,0,0,'4212',0);
INSERT INTO "whoknows_room_log" VALUES('9a0b397e',1,1,0,'3425',0);
INSERT INTO "whoknows_room_log" VALUES('9a0b397e',2,2,0,'4553',0);
INSERT INTO "whoknows_room_log" VALUES('9a0b397e',3,3,0,'2333',0);
INSERT INTO "whoknows_room_log" VALUES('9a0b397e',4,4,0,'2566',0);
INSERT INTO "whoknows_room_log" VALUES('7218c530',0,0,0,'312',0);
INSERT INTO "whoknows_room_log" VALUES('7218c530',1,1,0,'241',0);
INSERT INTO "whoknows_room_log" VALUES('7218c530',2,2,-1,NULL,1);
INSERT INTO "whoknows_room_log" VALUES('887156e0',0,0,0,'312',0);
INSERT INTO "whoknows_room_log" VALUES('887156e0',1,1,0,'241',0);
INSERT INTO "whoknows_room_log" VALUES('887156e0',2,2,0,'324',0);
INSERT INTO "whoknows_room_log" VALUES('887156e0',3,3,0,'214',0);
INSERT INTO "whoknows_room_log" VALUES('dcb60b0f',0,0,1,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('dcb60b0f',1,0,2,'muddy',0);
INSERT INTO "whoknows_room_log" VALUES('c6d59f94',0,0,1,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('c6d59f94',1,0,2,'muddy',0);
INSERT INTO "whoknows_room_log" VALUES('c6d59f94',2,0,0,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('c6d59f94',3,1,1,'clean',0);
INSERT INTO "whoknows_room_log" VALUES('c6d59f94',4,1,0,'clean',0);
INSERT INTO "whoknows_room_log" VALUES('91f6f889',0,0,1,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('91f6f889',1,0,2,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('91f6f889',2,0,3,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',0,0,1,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',1,0,2,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',2,0,3,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',3,0,0,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',4,1,1,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',5,1,2,'muddy',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',6,1,3,'unsure',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',7,1,0,'muddy',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',8,2,1,'clean',0);
INSERT INTO "whoknows_room_log" VALUES('bae04276',9,2,3,'clean',0);
CREATE TABLE whoknows_rooms (
	id VARCHAR(40) NOT NULL, 
	game VARCHAR(40) NOT NULL, 
	document JSON NOT NULL, 
	keys JSON NOT NULL, 
	program VARCHAR(40) NOT NULL, 
	made VARCHAR(32) NOT NULL, 
	over INTEGER NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "whoknows_rooms" VALUES('be1c9d38','balance','{"setup": {"coins": 12, "odd": 1, "at_most": false, "kind": "either", "references": 0, "goal": "coin-and-kind", "weighings": 20}, "seed": 7, "chairs": [["You", null]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:44.034+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('4cd16bc2','balance','{"setup": {"coins": 12, "odd": 1, "at_most": false, "kind": "either", "references": 0, "goal": "coin-and-kind", "weighings": 20}, "seed": 7, "chairs": [["You", null]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:44.092+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('ff399b89','balance','{"setup": {"coins": 5, "odd": 1, "at_most": false, "kind": "either", "references": 0, "goal": "coin-and-kind", "weighings": 20}, "seed": 7, "chairs": [["You", null]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:44.126+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('35d4c4ba','balance','{"setup": {"coins": 5, "odd": 1, "at_most": false, "kind": "either", "references": 0, "goal": "coin-and-kind", "weighings": 20}, "seed": 7, "chairs": [["You", null]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:44.164+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('3af80cde','egghead','{"setup": {"players": 4, "cards": 3, "values": 6, "analysing": null, "moderator": "external", "draw": "replace", "dealing": "cards", "points": 10, "rounds": 0, "deck": []}, "seed": 7, "chairs": [["You", null], ["P1", "logician"], ["P2", "logician"], ["P3", "logician"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:45.135+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('d4af61b7','egghead','{"setup": {"players": 4, "cards": 3, "values": 6, "analysing": null, "moderator": "external", "draw": "replace", "dealing": "cards", "points": 10, "rounds": 0, "deck": []}, "seed": 7, "chairs": [["You", null], ["P1", "logician"], ["P2", "logician"], ["P3", "logician"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:45.192+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('3294acf7','davinci','{"setup": {"players": 3, "tiles": 24, "hand": 4, "lowest": 1, "colors": "bw", "jokers": false, "drawing": false, "semantics": "del", "going_on": "certain"}, "seed": 7, "chairs": [["You", null], ["P1", "aggressive"], ["P2", "aggressive"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:47.131+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('e751cbe0','davinci','{"setup": {"players": 3, "tiles": 24, "hand": 4, "lowest": 1, "colors": "bw", "jokers": false, "drawing": false, "semantics": "del", "going_on": "certain"}, "seed": 7, "chairs": [["You", null], ["P1", "aggressive"], ["P2", "aggressive"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:47.306+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('b660a1fd','davinci','{"setup": {"players": 3, "tiles": 12, "hand": 4, "lowest": 1, "colors": "bw", "jokers": true, "drawing": false, "semantics": "del", "going_on": "certain"}, "seed": 7, "chairs": [["You", null], ["P1", "aggressive"], ["P2", "aggressive"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:47.719+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('17019453','davinci','{"setup": {"players": 3, "tiles": 12, "hand": 4, "lowest": 1, "colors": "bw", "jokers": true, "drawing": false, "semantics": "del", "going_on": "certain"}, "seed": 7, "chairs": [["You", null], ["P1", "aggressive"], ["P2", "aggressive"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:47.764+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('95d9237d','hats','{"setup": {"players": 3, "colors": 2, "odds": [], "chances": [], "need": 1, "wrong": 0, "passing": true, "rounds": 1, "views": "seats"}, "seed": 7, "chairs": [["You", null], ["P1", "leader"], ["P2", "leader"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.030+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('d40cab0e','hats','{"setup": {"players": 3, "colors": 2, "odds": [], "chances": [], "need": 1, "wrong": 0, "passing": true, "rounds": 1, "views": "seats"}, "seed": 7, "chairs": [["You", null], ["P1", "leader"], ["P2", "leader"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.042+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('f55712f0','hats','{"setup": {"players": 3, "colors": 2, "odds": [], "chances": [], "need": 1, "wrong": 0, "passing": true, "rounds": 1, "views": "seats"}, "seed": 7, "chairs": [["You", null], ["P1", "leader"], ["P2", "leader"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.050+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('8c568216','hats','{"setup": {"players": 3, "colors": 2, "odds": [], "chances": [], "need": 1, "wrong": 0, "passing": true, "rounds": 1, "views": "seats"}, "seed": 7, "chairs": [["You", null], ["P1", "leader"], ["P2", "leader"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.059+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('3db98113','mastermind','{"setup": {"pegs": 4, "colors": 6, "repeats": true, "blacks_only": false, "rows": 12, "maker": "referee"}, "seed": 7, "chairs": [["You", null]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.176+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('9a0b397e','mastermind','{"setup": {"pegs": 4, "colors": 6, "repeats": true, "blacks_only": false, "rows": 12, "maker": "referee"}, "seed": 7, "chairs": [["You", null]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.188+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('7218c530','mastermind','{"setup": {"pegs": 3, "colors": 4, "repeats": false, "blacks_only": false, "rows": 12, "maker": "referee"}, "seed": 7, "chairs": [["You", null]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.282+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('887156e0','mastermind','{"setup": {"pegs": 3, "colors": 4, "repeats": false, "blacks_only": false, "rows": 12, "maker": "referee"}, "seed": 7, "chairs": [["You", null]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.295+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('dcb60b0f','muddy','{"setup": {"children": 3, "least": 1, "rounds": 0}, "seed": 7, "chairs": [["You", null], ["P1", "logician"], ["P2", "logician"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.346+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('c6d59f94','muddy','{"setup": {"children": 3, "least": 1, "rounds": 0}, "seed": 7, "chairs": [["You", null], ["P1", "logician"], ["P2", "logician"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.360+00:00',1);
INSERT INTO "whoknows_rooms" VALUES('91f6f889','muddy','{"setup": {"children": 4, "least": 1, "rounds": 0}, "seed": 7, "chairs": [["You", null], ["P1", "logician"], ["P2", "logician"], ["P3", "logician"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.373+00:00',0);
INSERT INTO "whoknows_rooms" VALUES('bae04276','muddy','{"setup": {"children": 4, "least": 1, "rounds": 0}, "seed": 7, "chairs": [["You", null], ["P1", "logician"], ["P2", "logician"], ["P3", "logician"]], "house": {"undo": true, "spectators": "public"}, "host": null, "terminal": 0}','{}','0.1.0','2026-11-16T02:45:48.375+00:00',1);
CREATE TABLE whoknows_rows (
	experiment VARCHAR(32) NOT NULL, 
	cell INTEGER NOT NULL, 
	game INTEGER NOT NULL, 
	seed BIGINT NOT NULL, 
	turns INTEGER NOT NULL, 
	scores JSON NOT NULL, 
	figures JSON NOT NULL, 
	PRIMARY KEY (experiment, cell, game), 
	FOREIGN KEY(experiment) REFERENCES whoknows_experiments (id) ON DELETE CASCADE
);
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',0,0,631564015970312,3,'[10.0]','{"guesses": 3.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',0,1,3330825435895359,1,'[12.0]','{"guesses": 1.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',0,2,7624345664402650,2,'[11.0]','{"guesses": 2.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',0,3,6516426678513275,3,'[10.0]','{"guesses": 3.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',0,4,3194276004009697,3,'[10.0]','{"guesses": 3.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',0,5,1188350263185778,4,'[9.0]','{"guesses": 4.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',1,0,631564015970312,2,'[11.0]','{"guesses": 2.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',1,1,3330825435895359,3,'[10.0]','{"guesses": 3.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',1,2,7624345664402650,1,'[12.0]','{"guesses": 1.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',1,3,6516426678513275,2,'[11.0]','{"guesses": 2.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',1,4,3194276004009697,2,'[11.0]','{"guesses": 2.0, "found": 1.0}');
INSERT INTO "whoknows_rows" VALUES('ca8fae338b5c',1,5,1188350263185778,3,'[10.0]','{"guesses": 3.0, "found": 1.0}');
COMMIT;
