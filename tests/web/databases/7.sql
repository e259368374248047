BEGIN TRANSACTION;
CREATE TABLE audit (
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	actor VARCHAR(60) NOT NULL, 
	action VARCHAR(40) NOT NULL, 
	subject VARCHAR(60) NOT NULL, 
	words TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE chat (
	game_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game_id, number), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "chat" VALUES('o5p1rphll4Kb',0,0,'Hello');
CREATE TABLE collection_parts (
	collection_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	content BLOB NOT NULL, 
	PRIMARY KEY (collection_id, number), 
	FOREIGN KEY(collection_id) REFERENCES collections (id)
);
CREATE TABLE collections (
	id VARCHAR(40) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	used FLOAT NOT NULL, 
	beat FLOAT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	games INTEGER NOT NULL, 
	summary TEXT NOT NULL, 
	trouble TEXT NOT NULL, 
	size BIGINT NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE conditions (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	ply INTEGER NOT NULL, 
	lines TEXT NOT NULL, 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "conditions" VALUES('TdHk06cNEcPp',0,1,'b2 c3');
CREATE TABLE games (
	id VARCHAR(40) NOT NULL, 
	game TEXT NOT NULL, 
	position TEXT, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	version INTEGER DEFAULT '0' NOT NULL, 
	reason VARCHAR(60), 
	scores VARCHAR(200), 
	owner VARCHAR(64), 
	offer TEXT, 
	next VARCHAR(40), 
	clock TEXT, 
	clock_events TEXT, 
	due BIGINT, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('72U--gbQcfT0','hex:pie=no,size=5',NULL,1.79588935166140532492e+09,1.79588935201656556134e+09,4,'resignation','1,0','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('o5p1rphll4Kb','hex:pie=no,size=5',NULL,1795889352.03373,1.7958893522034990787e+09,4,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','undo 1 1 1',NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('8cKDFSVXIGD8','lines-of-action',NULL,1.79588935272527623178e+09,1.79588935279348230365e+09,1,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('KUme29FrnoUr','hex:pie=no,size=5',NULL,1.79588935309732246402e+09,1.79588938845527029035e+09,2,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'countdown:time=1h','1795889353150 turn 1; +35305 pause ''away',1795892953150);
INSERT INTO "games" VALUES('TdHk06cNEcPp','hex:pie=no,size=5',NULL,1.79588935382702827455e+09,1.795889388457647562e+09,3,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,'calendar:bank=3d','1795889354115 turn 1; +34342 pause ''away',1796148554115);
INSERT INTO "games" VALUES('TvY_aUZ-HxJO','hex:size=5',NULL,1.79588935506773519513e+09,1.79588935506773519513e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "games" VALUES('7iBb2vlqT4_0','hex',NULL,1.79588935513597393041e+09,1.79588935513597393041e+09,0,NULL,NULL,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE holders (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (game_id, seat, browser), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "holders" VALUES('TvY_aUZ-HxJO',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
INSERT INTO "holders" VALUES('7iBb2vlqT4_0',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
CREATE TABLE letters (
	number INTEGER NOT NULL, 
	day INTEGER NOT NULL, 
	recipient VARCHAR(64) NOT NULL, 
	sender VARCHAR(64) NOT NULL, 
	PRIMARY KEY (number)
);
CREATE TABLE links (
	purpose VARCHAR(120) NOT NULL, 
	renewed INTEGER NOT NULL, 
	PRIMARY KEY (purpose)
);
CREATE TABLE match_games (
	match_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	game_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (match_id, number), 
	FOREIGN KEY(match_id) REFERENCES matches (id), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE match_holders (
	match_id VARCHAR(40) NOT NULL, 
	side INTEGER NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (match_id, side, browser), 
	FOREIGN KEY(match_id) REFERENCES matches (id)
);
INSERT INTO "match_holders" VALUES('fJHjiWj4S7dr',0,'e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e');
CREATE TABLE matches (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	settings TEXT NOT NULL, 
	sides TEXT NOT NULL, 
	clock TEXT NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('fJHjiWj4S7dr','','{"game": "hex:size=5", "games": 2, "stop": "played", "seed": 2076599519}','[["here", ""], ["link", ""]]','','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',1.79588935665774250029e+09);
CREATE TABLE moves (
	game_id VARCHAR(40) NOT NULL, 
	ply INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text TEXT NOT NULL, 
	PRIMARY KEY (game_id, ply), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "moves" VALUES('72U--gbQcfT0',0,0,'a1');
INSERT INTO "moves" VALUES('72U--gbQcfT0',1,1,'b2');
INSERT INTO "moves" VALUES('72U--gbQcfT0',2,0,'c3');
INSERT INTO "moves" VALUES('o5p1rphll4Kb',0,0,'c3');
INSERT INTO "moves" VALUES('o5p1rphll4Kb',1,1,'d4');
INSERT INTO "moves" VALUES('8cKDFSVXIGD8',0,0,'b1-b3');
INSERT INTO "moves" VALUES('KUme29FrnoUr',0,0,'a1');
INSERT INTO "moves" VALUES('TdHk06cNEcPp',0,0,'a1');
CREATE TABLE notices (
	game_id VARCHAR(40) NOT NULL, 
	what VARCHAR(60) NOT NULL, 
	PRIMARY KEY (game_id, what), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
CREATE TABLE parlour (
	version INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	PRIMARY KEY (version)
);
INSERT INTO "parlour" VALUES(7,'hUKiFgJpYNTo2v42QSvbOnVMPc-n_mS1-tYrcO5skL8');
CREATE TABLE passkey_challenges (
	browser VARCHAR(64) NOT NULL, 
	purpose VARCHAR(60) NOT NULL, 
	challenge BLOB NOT NULL, 
	expires FLOAT NOT NULL, 
	PRIMARY KEY (browser, purpose)
);
CREATE TABLE passkeys (
	id VARCHAR(1400) NOT NULL, 
	person_id VARCHAR(40) NOT NULL, 
	public_key BLOB NOT NULL, 
	sign_count BIGINT NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(person_id) REFERENCES persons (id)
);
CREATE TABLE person_browsers (
	browser VARCHAR(64) NOT NULL, 
	person_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (browser), 
	FOREIGN KEY(person_id) REFERENCES persons (id)
);
INSERT INTO "person_browsers" VALUES('e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','z1IxUyJhbHqD');
CREATE TABLE persons (
	id VARCHAR(40) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	folded VARCHAR(60), 
	zone VARCHAR(60) NOT NULL, 
	off VARCHAR(30) NOT NULL, 
	vacations TEXT NOT NULL, 
	changed BIGINT NOT NULL, 
	since VARCHAR(10) DEFAULT '' NOT NULL, 
	mail VARCHAR(254) NOT NULL, 
	confirmed INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (folded)
);
INSERT INTO "persons" VALUES('z1IxUyJhbHqD','Ann','ann','Europe/Berlin','sat','',1795889350592,'2026-11-29','',0);
CREATE TABLE pulse (
	server VARCHAR(64) NOT NULL, 
	at FLOAT NOT NULL, 
	PRIMARY KEY (server)
);
CREATE TABLE rated (
	game_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (game_id), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "rated" VALUES('7iBb2vlqT4_0');
CREATE TABLE seats (
	game_id VARCHAR(40) NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	player VARCHAR(200) NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	person VARCHAR(40), 
	origin VARCHAR(64), 
	PRIMARY KEY (game_id, seat), 
	FOREIGN KEY(game_id) REFERENCES games (id)
);
INSERT INTO "seats" VALUES('72U--gbQcfT0',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('72U--gbQcfT0',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('o5p1rphll4Kb',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('o5p1rphll4Kb',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('8cKDFSVXIGD8',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('8cKDFSVXIGD8',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('KUme29FrnoUr',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('KUme29FrnoUr',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('TdHk06cNEcPp',0,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('TdHk06cNEcPp',1,'person','','',NULL,NULL);
INSERT INTO "seats" VALUES('TvY_aUZ-HxJO',0,'person','','','z1IxUyJhbHqD','vE0zLiDtVF94efXv4LOyCGnCDEZpm1eYbI34ilfLzpE');
INSERT INTO "seats" VALUES('TvY_aUZ-HxJO',1,'bot','random','',NULL,NULL);
INSERT INTO "seats" VALUES('7iBb2vlqT4_0',0,'person','','Ann','z1IxUyJhbHqD','vE0zLiDtVF94efXv4LOyCGnCDEZpm1eYbI34ilfLzpE');
INSERT INTO "seats" VALUES('7iBb2vlqT4_0',1,'person','','',NULL,NULL);
CREATE TABLE studies (
	id VARCHAR(40) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	title VARCHAR(200) NOT NULL, 
	game TEXT NOT NULL, 
	open INTEGER NOT NULL, 
	created FLOAT NOT NULL, 
	updated FLOAT NOT NULL, 
	version INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	told TEXT NOT NULL, 
	base TEXT NOT NULL, 
	secret VARCHAR(64) DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "studies" VALUES('-e1-KqrTmFOQ','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','Hex','hex:pie=no,size=5',0,1.79588938838850831983e+09,1.79588938844603872302e+09,1,1,'','[Game "hex:pie=no,size=5"]
[Result "*"]

*
','FPKci0MG1DeQ3Wxy-sDYCMrS_7iQVCxD0qXKEN_ut7Y');
CREATE TABLE study_editors (
	study_id VARCHAR(40) NOT NULL, 
	browser VARCHAR(64) NOT NULL, 
	PRIMARY KEY (study_id, browser), 
	FOREIGN KEY(study_id) REFERENCES studies (id)
);
CREATE TABLE study_edits (
	study_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	edit TEXT NOT NULL, 
	PRIMARY KEY (study_id, number), 
	FOREIGN KEY(study_id) REFERENCES studies (id)
);
INSERT INTO "study_edits" VALUES('-e1-KqrTmFOQ',0,'{"do":"add","at":"start","moves":["c3"]}');
CREATE TABLE tournament_byes (
	tournament_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	PRIMARY KEY (tournament_id, number, round), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_games (
	tournament_id VARCHAR(40) NOT NULL, 
	round INTEGER NOT NULL, 
	board INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	game_id VARCHAR(40) NOT NULL, 
	PRIMARY KEY (tournament_id, round, board, number), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
CREATE TABLE tournament_players (
	tournament_id VARCHAR(40) NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(60) NOT NULL, 
	player VARCHAR(200) DEFAULT '' NOT NULL, 
	browser VARCHAR(64) DEFAULT '' NOT NULL, 
	origin VARCHAR(64) DEFAULT '' NOT NULL, 
	first INTEGER DEFAULT '1' NOT NULL, 
	last INTEGER, 
	PRIMARY KEY (tournament_id, number), 
	FOREIGN KEY(tournament_id) REFERENCES tournaments (id)
);
INSERT INTO "tournament_players" VALUES('UUB4o8guANfG',0,'Ann','','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e','vE0zLiDtVF94efXv4LOyCGnCDEZpm1eYbI34ilfLzpE',1,NULL);
CREATE TABLE tournaments (
	id VARCHAR(40) NOT NULL, 
	title VARCHAR(100) NOT NULL, 
	settings TEXT NOT NULL, 
	clock TEXT DEFAULT '' NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	created FLOAT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "tournaments" VALUES('UUB4o8guANfG','Club night','{"format": "swiss", "games": ["hex:size=5"], "rounds": 1, "number": 1, "rated": false}','countdown:time=10m','e33cdf9c7f7120b98e8c78408953e07f2ecd183006b5606df349b4c212acf43e',1.79588935828397250173e+09,'open');
CREATE INDEX ix_passkey_challenges_expires ON passkey_challenges (expires);
CREATE INDEX ix_studies_owner ON studies (owner);
CREATE INDEX ix_letters_day ON letters (day);
CREATE INDEX ix_collections_owner ON collections (owner);
CREATE INDEX ix_seats_person ON seats (person);
CREATE INDEX ix_holders_browser ON holders (browser);
CREATE INDEX ix_match_games_game_id ON match_games (game_id);
CREATE INDEX ix_match_holders_browser ON match_holders (browser);
CREATE INDEX ix_tournament_players_browser ON tournament_players (browser);
CREATE INDEX ix_tournament_games_game_id ON tournament_games (game_id);
CREATE INDEX ix_person_browsers_person_id ON person_browsers (person_id);
CREATE INDEX ix_passkeys_person_id ON passkeys (person_id);
CREATE INDEX ix_study_editors_browser ON study_editors (browser);
COMMIT;
