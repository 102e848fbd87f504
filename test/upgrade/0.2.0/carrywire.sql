BEGIN;
CREATE TABLE schema_migration (
		id INTEGER PRIMARY KEY,
		name TEXT NOT NULL,
		checksum TEXT NOT NULL,
		compatible_from INTEGER NOT NULL,
		-- Null: by a program that wrote no table of migrations.
		applied_at INTEGER
	) STRICT;
CREATE TABLE journal (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		stream TEXT NOT NULL,
		stream_seq INTEGER NOT NULL,
		type TEXT NOT NULL,
		version INTEGER NOT NULL,
		recorded_at INTEGER NOT NULL,
		correlation_id TEXT NOT NULL,
		causation_id TEXT,
		payload TEXT NOT NULL,
		UNIQUE (stream, stream_seq)
	) STRICT;
CREATE TABLE execution (
		execution_id TEXT PRIMARY KEY,
		job_id TEXT NOT NULL,
		user_id TEXT NOT NULL,
		exchangepair TEXT NOT NULL,
		symbol TEXT NOT NULL,
		phase TEXT NOT NULL,
		ended INTEGER NOT NULL,
		created_at INTEGER NOT NULL,
		closed_at INTEGER
	, funding_complete INTEGER NOT NULL DEFAULT 0, agent_id TEXT) STRICT;
CREATE TABLE pnl_sample (
		user_id TEXT NOT NULL,
		at INTEGER NOT NULL,
		total_pnl TEXT NOT NULL,
		deployed TEXT NOT NULL,
		PRIMARY KEY (user_id, at)
	) STRICT;
CREATE TABLE account_user (
		user_id TEXT PRIMARY KEY,
		name TEXT NOT NULL UNIQUE,
		created_at INTEGER NOT NULL
	) STRICT;
CREATE TABLE token (
		token_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		name TEXT NOT NULL,
		hash TEXT NOT NULL UNIQUE,
		scopes TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		expires_at INTEGER NOT NULL,
		revoked_at INTEGER,
		last_used_at INTEGER
	, login TEXT) STRICT;
CREATE TABLE write_check (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		room BLOB NOT NULL
	) STRICT;
CREATE TABLE ledger_read (
		account_id TEXT PRIMARY KEY,
		read_to INTEGER NOT NULL
	) STRICT;
CREATE TABLE instrument (
		id INTEGER PRIMARY KEY,
		venue TEXT NOT NULL,
		symbol TEXT NOT NULL,
		coin TEXT NOT NULL,
		quote TEXT NOT NULL,
		asked_from INTEGER,
		asked_to INTEGER,
		UNIQUE (venue, symbol)
	) STRICT;
CREATE TABLE settled_rate (
		instrument INTEGER NOT NULL REFERENCES instrument (id),
		settled_at INTEGER NOT NULL,
		rate TEXT NOT NULL,
		PRIMARY KEY (instrument, settled_at)
	) STRICT, WITHOUT ROWID;
CREATE TABLE promise (
		promise_id INTEGER PRIMARY KEY,
		slot_key TEXT NOT NULL,
		long_venue TEXT NOT NULL,
		long_symbol TEXT NOT NULL,
		short_venue TEXT NOT NULL,
		short_symbol TEXT NOT NULL,
		promised_at INTEGER NOT NULL,
		entry_at INTEGER NOT NULL,
		ends_at INTEGER NOT NULL,
		horizon_hours REAL NOT NULL,
		horizon_bucket INTEGER NOT NULL,
		expected_carry TEXT NOT NULL,
		carry_sd TEXT NOT NULL,
		reversal_probability TEXT NOT NULL,
		total_cost TEXT,
		expected_net TEXT,
		probability_positive TEXT,
		verdict TEXT NOT NULL,
		model_basis TEXT NOT NULL,
		kind TEXT NOT NULL,
		execution_id TEXT,
		-- pending, scored or unscorable; a pending one is looked at again at look_at.
		state TEXT NOT NULL,
		look_at INTEGER NOT NULL,
		received_carry TEXT,
		reason TEXT,
		scored_at INTEGER,
		-- waiting, known or none: what the execution brought.
		net_state TEXT NOT NULL,
		received_net TEXT
	, headline_scales REAL, same_clock INTEGER) STRICT;
CREATE TABLE promise_sum (
		slot_key TEXT NOT NULL,
		horizon_bucket INTEGER NOT NULL,
		verdict TEXT NOT NULL,
		kind TEXT NOT NULL,
		since INTEGER,
		updated_at INTEGER NOT NULL,
		unscorable INTEGER NOT NULL,
		count INTEGER NOT NULL,
		promised REAL NOT NULL,
		received REAL NOT NULL,
		promised_squares REAL NOT NULL,
		products REAL NOT NULL,
		stated REAL NOT NULL,
		reversed INTEGER NOT NULL,
		brier REAL NOT NULL,
		inside_one INTEGER NOT NULL,
		inside_two INTEGER NOT NULL,
		nets INTEGER NOT NULL,
		net REAL NOT NULL,
		net_price REAL NOT NULL,
		net_funding REAL NOT NULL,
		net_fees REAL NOT NULL,
		net_slippage REAL NOT NULL,
		promised_nets INTEGER NOT NULL,
		promised_net REAL NOT NULL,
		net_of_promised REAL NOT NULL,
		PRIMARY KEY (slot_key, horizon_bucket, verdict, kind)
	) STRICT, WITHOUT ROWID;
CREATE TABLE life (
		life_id INTEGER PRIMARY KEY,
		opportunity_id TEXT NOT NULL,
		symbol TEXT NOT NULL,
		pair TEXT NOT NULL,
		first_seen INTEGER NOT NULL,
		last_seen INTEGER NOT NULL,
		peak_spread REAL,
		peak_spread_at INTEGER,
		peak_expected_net REAL,
		peak_expected_net_at INTEGER,
		ended_at INTEGER,
		end_reason TEXT,
		UNIQUE (opportunity_id, first_seen)
	) STRICT;
CREATE TABLE carry_model (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		fitted_at INTEGER NOT NULL,
		model TEXT NOT NULL
	) STRICT;
CREATE TABLE halt (
		scope TEXT NOT NULL CHECK (scope IN ('user', 'exchange', 'service')),
		key TEXT NOT NULL,
		reason TEXT,
		at INTEGER NOT NULL,
		by TEXT NOT NULL,
		close_all INTEGER NOT NULL,
		PRIMARY KEY (scope, key)
	) STRICT;
CREATE TABLE identity (
		issuer TEXT NOT NULL,
		subject TEXT NOT NULL,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		provider TEXT NOT NULL,
		wallet TEXT,
		linked_at INTEGER NOT NULL,
		last_login_at INTEGER NOT NULL,
		PRIMARY KEY (issuer, subject)
	) STRICT, WITHOUT ROWID;
CREATE TABLE web_session (
		session_hash TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		created_at INTEGER NOT NULL,
		seen_at INTEGER NOT NULL,
		expires_at INTEGER NOT NULL
	, origin_hash TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;
CREATE TABLE oauth_record (
		model TEXT NOT NULL,
		id_hash TEXT NOT NULL,
		grant_hash TEXT,
		uid_hash TEXT,
		user_code_hash TEXT,
		user_id TEXT,
		client_id TEXT,
		sealed TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		consumed_at INTEGER,
		expires_at INTEGER NOT NULL,
		PRIMARY KEY (model, id_hash)
	) STRICT, WITHOUT ROWID;
CREATE TABLE signing_key (
		kid TEXT PRIMARY KEY,
		sealed TEXT NOT NULL,
		created_at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
CREATE TABLE agent (
		agent_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		name TEXT NOT NULL,
		scopes TEXT NOT NULL,
		caps TEXT NOT NULL,
		key_hash TEXT,
		public_keys TEXT,
		requires_dpop INTEGER NOT NULL,
		created_at INTEGER NOT NULL,
		key_changed_at INTEGER NOT NULL,
		last_used_at INTEGER,
		stopped_at INTEGER
	) STRICT;
CREATE TABLE audit (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		at INTEGER NOT NULL,
		user_id TEXT NOT NULL,
		actor TEXT NOT NULL,
		actor_id TEXT,
		action TEXT NOT NULL,
		subject TEXT,
		outcome TEXT NOT NULL,
		address TEXT,
		details TEXT NOT NULL
	) STRICT;
CREATE TABLE login_waiting (
		kind TEXT NOT NULL CHECK (kind IN ('nonce', 'openid')),
		key_hash TEXT NOT NULL,
		browser_hash TEXT NOT NULL,
		sealed TEXT,
		expires_at INTEGER NOT NULL,
		PRIMARY KEY (kind, key_hash)
	) STRICT, WITHOUT ROWID;
CREATE TABLE login_spent_token (
		token_hash TEXT PRIMARY KEY,
		expires_at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
CREATE TABLE oauth_pending (
		state_hash TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		browser TEXT NOT NULL,
		venue TEXT NOT NULL,
		payload TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		expires_at INTEGER NOT NULL
	) STRICT;
CREATE TABLE "idempotency" (
		user_id TEXT NOT NULL,
		agent_id TEXT NOT NULL,
		key TEXT NOT NULL,
		params_hash TEXT NOT NULL,
		answer TEXT NOT NULL,
		recorded_at INTEGER NOT NULL,
		PRIMARY KEY (user_id, agent_id, key)
	) STRICT;
CREATE TABLE vault_check (
		kid TEXT PRIMARY KEY,
		sealed TEXT NOT NULL
	) STRICT;
CREATE TABLE vault_secret (
		name TEXT PRIMARY KEY,
		sealed TEXT NOT NULL
	) STRICT;
CREATE TABLE exchange_account (
		account_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		venue TEXT NOT NULL,
		label TEXT NOT NULL,
		kind TEXT NOT NULL CHECK (kind IN ('oauth', 'api_key')),
		journal_id TEXT NOT NULL UNIQUE,
		-- Sealed; null once disconnected.
		credentials TEXT,
		key_fingerprint TEXT NOT NULL,
		uid_fingerprint TEXT,
		-- JSON list.
		permissions TEXT NOT NULL,
		can_trade INTEGER,
		can_withdraw INTEGER,
		key_expires_at INTEGER,
		connected_at INTEGER NOT NULL,
		disconnected_at INTEGER,
		leaving_since INTEGER,
		in_use INTEGER NOT NULL,
		last_ok_at INTEGER,
		last_error TEXT,
		refused_at INTEGER,
		CHECK ((credentials IS NULL) = (disconnected_at IS NOT NULL)),
		CHECK (in_use = 0 OR disconnected_at IS NULL)
	) STRICT;
CREATE TABLE paper_account (
		account_id TEXT PRIMARY KEY,
		venue TEXT NOT NULL,
		deposit TEXT NOT NULL,
		wallet TEXT NOT NULL,
		opened_at INTEGER NOT NULL
	) STRICT, WITHOUT ROWID;
CREATE TABLE paper_holding (
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		symbol TEXT NOT NULL,
		quantity TEXT NOT NULL,
		entry_value TEXT NOT NULL,
		leverage TEXT NOT NULL,
		margin_mode TEXT NOT NULL CHECK (margin_mode IN ('isolated', 'cross')),
		tiers TEXT,
		funded_to INTEGER NOT NULL,
		filled_at INTEGER NOT NULL,
		last_mark TEXT,
		delisting_at INTEGER,
		PRIMARY KEY (account_id, symbol)
	) STRICT, WITHOUT ROWID;
CREATE TABLE paper_order (
		seq INTEGER PRIMARY KEY,
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		client_order_id TEXT NOT NULL,
		venue_order_id TEXT NOT NULL,
		symbol TEXT NOT NULL,
		side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
		quantity TEXT NOT NULL,
		limit_price TEXT NOT NULL,
		time_in_force TEXT NOT NULL CHECK (time_in_force IN ('IOC', 'postOnly')),
		reduce_only INTEGER NOT NULL,
		placed_at INTEGER NOT NULL,
		arrives_at INTEGER NOT NULL,
		status TEXT NOT NULL CHECK (status IN ('waiting', 'resting', 'filled', 'canceled')),
		filled TEXT NOT NULL,
		queue_ahead TEXT,
		traded_past TEXT NOT NULL,
		counts_from INTEGER NOT NULL,
		UNIQUE (account_id, client_order_id)
	) STRICT;
CREATE TABLE paper_fill (
		seq INTEGER PRIMARY KEY,
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		trade_id TEXT NOT NULL,
		symbol TEXT NOT NULL,
		side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
		venue_order_id TEXT NOT NULL,
		client_order_id TEXT,
		cause TEXT NOT NULL CHECK (cause IN ('order', 'liquidation', 'adl', 'delisting')),
		quantity TEXT NOT NULL,
		price TEXT NOT NULL,
		fee TEXT NOT NULL,
		realized TEXT NOT NULL,
		filled_at INTEGER NOT NULL,
		UNIQUE (account_id, trade_id)
	) STRICT;
CREATE TABLE paper_payment (
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		symbol TEXT NOT NULL,
		settled_at INTEGER NOT NULL,
		rate TEXT NOT NULL,
		quantity TEXT NOT NULL,
		price TEXT NOT NULL,
		amount TEXT NOT NULL,
		PRIMARY KEY (account_id, symbol, settled_at)
	) STRICT, WITHOUT ROWID;
CREATE TABLE paper_taken (
		account_id TEXT NOT NULL REFERENCES paper_account (account_id),
		symbol TEXT NOT NULL,
		side TEXT NOT NULL CHECK (side IN ('buy', 'sell')),
		price TEXT NOT NULL,
		quantity TEXT NOT NULL,
		PRIMARY KEY (account_id, symbol, side, price)
	) STRICT, WITHOUT ROWID;
CREATE TABLE self_check (
		account_id TEXT PRIMARY KEY,
		checked_at INTEGER NOT NULL,
		report TEXT NOT NULL
	) STRICT;
CREATE TABLE probe_order (
		client_order_id TEXT PRIMARY KEY,
		account_id TEXT NOT NULL,
		user_id TEXT NOT NULL,
		venue TEXT NOT NULL,
		symbol TEXT NOT NULL,
		quantity TEXT NOT NULL,
		limit_price TEXT NOT NULL,
		begun_at INTEGER NOT NULL,
		ended_at INTEGER,
		filled TEXT,
		CHECK ((ended_at IS NULL) = (filled IS NULL))
	) STRICT;
CREATE TABLE alert (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		alert_id TEXT NOT NULL UNIQUE,
		user_id TEXT NOT NULL,
		kind TEXT NOT NULL,
		severity TEXT NOT NULL,
		raised_at INTEGER NOT NULL,
		message TEXT NOT NULL,
		execution_id TEXT,
		exchange TEXT,
		-- JSON.
		facts TEXT NOT NULL
	) STRICT;
CREATE TABLE alert_target (
		target_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL,
		kind TEXT NOT NULL CHECK (kind IN ('webhook', 'slack', 'telegram')),
		name TEXT NOT NULL,
		-- What may be shown of the address, and the whole of it, sealed.
		shown TEXT NOT NULL,
		sealed TEXT NOT NULL,
		-- JSON list; null: all kinds.
		kinds TEXT,
		least_severity TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		paused_at INTEGER,
		failing_since INTEGER,
		failure TEXT,
		last_delivered_at INTEGER,
		dropped INTEGER NOT NULL,
		-- Of these, how many the target has been told of.
		dropped_said INTEGER NOT NULL
	) STRICT;
CREATE TABLE alert_delivery (
		target_id TEXT NOT NULL REFERENCES alert_target (target_id) ON DELETE CASCADE,
		alert_seq INTEGER NOT NULL REFERENCES alert (seq) ON DELETE CASCADE,
		state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'refused', 'dropped')),
		attempts INTEGER NOT NULL,
		ended_at INTEGER,
		failure TEXT,
		PRIMARY KEY (target_id, alert_seq)
	) STRICT, WITHOUT ROWID;
CREATE TABLE alert_standing (
		user_id TEXT NOT NULL,
		kind TEXT NOT NULL,
		thing TEXT NOT NULL,
		since INTEGER NOT NULL,
		PRIMARY KEY (user_id, kind, thing)
	) STRICT, WITHOUT ROWID;
CREATE TABLE alert_read (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		journal_seq INTEGER NOT NULL
	) STRICT;
CREATE TABLE restore_mark (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		mark TEXT NOT NULL,
		restored_at INTEGER NOT NULL
	) STRICT;
CREATE TABLE login_link (
		user_id TEXT PRIMARY KEY REFERENCES account_user (user_id),
		code_hash TEXT NOT NULL UNIQUE,
		expires_at INTEGER NOT NULL
	) STRICT;
CREATE TABLE "data_mode" (
		id INTEGER PRIMARY KEY CHECK (id = 1),
		mode TEXT NOT NULL CHECK (mode IN ('simulated', 'paper', 'testnet', 'live'))
	) STRICT;
CREATE TABLE passkey (
		passkey_id TEXT PRIMARY KEY,
		user_id TEXT NOT NULL REFERENCES account_user (user_id),
		name TEXT NOT NULL,
		credential_id TEXT NOT NULL UNIQUE,
		public_key BLOB NOT NULL,
		counter INTEGER NOT NULL,
		-- JSON list.
		transports TEXT NOT NULL,
		site TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		last_used_at INTEGER
	) STRICT;
CREATE TABLE promise_score (
		part TEXT NOT NULL,
		horizon_bucket INTEGER NOT NULL,
		bin INTEGER NOT NULL,
		since INTEGER NOT NULL,
		count INTEGER NOT NULL,
		hours REAL NOT NULL,
		promised REAL NOT NULL,
		received REAL NOT NULL,
		promised_squares REAL NOT NULL,
		products REAL NOT NULL,
		stated REAL NOT NULL,
		happened INTEGER NOT NULL,
		inside_one INTEGER NOT NULL,
		inside_two INTEGER NOT NULL,
		PRIMARY KEY (part, horizon_bucket, bin)
	) STRICT, WITHOUT ROWID;
CREATE TABLE execution_fold (
		execution_id TEXT PRIMARY KEY,
		form INTEGER NOT NULL,
		event_count INTEGER NOT NULL,
		last_seq INTEGER NOT NULL,
		checksum INTEGER NOT NULL,
		fold TEXT NOT NULL
	) STRICT;
DELETE FROM sqlite_sequence;
INSERT INTO "schema_migration" VALUES (1,'journal','5f259019dfa5f2cccf19e282775ecf11b3a9d0f7021222537ce7bf38946926ea',1,1795253980400);
INSERT INTO "schema_migration" VALUES (2,'settlements','aad6c76b7feecf0e8f0e13264cde8caffb24974b20b8e2cbe193089c87a116a9',2,1795253980400);
INSERT INTO "schema_migration" VALUES (3,'settled-rates','1102aa1ec4ba31aa3ddd64eb23ee45003d54bd565b0492120a916d3549a48298',3,1795253980400);
INSERT INTO "schema_migration" VALUES (4,'forecasts','e694c5cae24f3423f6a58652c454f487f7af63e3e62b23dfe8dce6ad362aa131',4,1795253980400);
INSERT INTO "schema_migration" VALUES (5,'lifetimes','2ce0963f886a7a2b2b9db549474d3d5fda44699c7d05e376f42c34e8dc0317dc',5,1795253980400);
INSERT INTO "schema_migration" VALUES (6,'carry-model','5d3f075cd8ef17ca6aebe0c0161d7d78fb656ce69cae3c57a558b769fe0efe1d',6,1795253980400);
INSERT INTO "schema_migration" VALUES (7,'halts','551e248788fefb19c603627a9cb36e7f789f13191917328b5921ad5ad9d42ae9',7,1795253980400);
INSERT INTO "schema_migration" VALUES (8,'identities','1a386ab8bd1b9068e09aa8c1fc4c95b44820e3b0006e4f5ec38ec4a6c2e3545f',8,1795253980400);
INSERT INTO "schema_migration" VALUES (9,'begun-logins','a5ce20e352241d100cd61d66495af2e00e72be5c72f6b84586291cdb02200e1d',9,1795253980400);
INSERT INTO "schema_migration" VALUES (10,'begun-connections','94305f21be4b2a282ac59ac83827152a0a68f8596b80edc4fc1a7241073ec3cc',10,1795253980400);
INSERT INTO "schema_migration" VALUES (11,'agents-in-executions','8d556c6c757357b97db398939b4aef4d6c29ac02326dc81d51bcbeeea49698be',11,1795253980400);
INSERT INTO "schema_migration" VALUES (12,'exchange-accounts','cae9934e135cf65c5f2d31b44aa410def086ce1f99222881283979c26092cd4d',12,1795253980400);
INSERT INTO "schema_migration" VALUES (13,'oauth-records-of-nobody','49975156d72c7eb253a4e7be9de46c83427dfee09525a01eef1701c61916d5b6',13,1795253980400);
INSERT INTO "schema_migration" VALUES (14,'audit-without-replace','409abfa4087da8fa7f7def0ece09000f488d8fd67b44263dc454d566ce99eb53',14,1795253980400);
INSERT INTO "schema_migration" VALUES (15,'data-mode','ed17ca59fe3f0d87145594def8791004de1c654cf8a15b4b0fe8cb29a3190e7a',15,1795253980400);
INSERT INTO "schema_migration" VALUES (16,'self-checks','e696c4b993b1f727faf077901b59627946c58b64343b721f24dc0ac09c98f33e',16,1795253980400);
INSERT INTO "schema_migration" VALUES (17,'alerts','d6294ff5bf5cde73605c75dcc6e885a92f26dc8001ebd3dfdf57ff2509979e28',17,1795253980400);
INSERT INTO "schema_migration" VALUES (18,'restore-mark','470cda1ef176de9bd0c4bf20ae92dea20b247ec2cae30482731d6b1a767a20c1',18,1795253980400);
INSERT INTO "schema_migration" VALUES (19,'tokens-of-logins','b69c9d66453f0e234d245ca124a6ab66cbed63efdcb4f5145e07257a8e91126b',19,1795253980400);
INSERT INTO "schema_migration" VALUES (20,'login-links','a066d10c04935fe6129de4676e4180144a66efe6cf032779ba2ed2318905d5e7',20,1795253980400);
INSERT INTO "schema_migration" VALUES (21,'mode-testnet','c2848fe695541cb86d14a1a4c3e4453c42ef17b43d5ed6de96573ffa7a5c6343',21,1795253980400);
INSERT INTO "schema_migration" VALUES (22,'login-origins','71394d2a9c66cb134926c3d4a88f38cda13c463f115e1e5899255cf15921da22',22,1795253980400);
INSERT INTO "schema_migration" VALUES (23,'passkeys','8b588b4dd12be3681c5ceaa0678a4cee64fb4d270912a0c9db03944659b531c5',23,1795253980400);
INSERT INTO "schema_migration" VALUES (24,'forecast-scores','4470fc83090242a78d0404f24d59e9b9a7c9697c77a8596f36f5e6ed316f95cd',24,1795253980400);
INSERT INTO "schema_migration" VALUES (25,'execution-folds','266a54929aeccf173e75294ad33e81395b9d452673ff84c34fb6304173d33aaf',24,1795253980400);
INSERT INTO "journal" VALUES (1,'account:user_a:bybit',0,'AccountConnected',2,1795249800096,'account:user_a:bybit',NULL,'{"venue":"bybit","walletBalance":{"$d":"10000"},"connectedAt":1795249800025}');
INSERT INTO "journal" VALUES (2,'account:user_a:bybit',1,'HoldingsCounted',2,1795249800096,'account:user_a:bybit','account:user_a:bybit/0','{"assets":[],"positions":[],"countedAt":1795249800096}');
INSERT INTO "journal" VALUES (3,'account:user_a:kucoin',0,'AccountConnected',2,1795249800096,'account:user_a:kucoin',NULL,'{"venue":"kucoin","walletBalance":{"$d":"10000"},"connectedAt":1795249800025}');
INSERT INTO "journal" VALUES (4,'account:user_a:kucoin',1,'HoldingsCounted',2,1795249800096,'account:user_a:kucoin','account:user_a:kucoin/0','{"assets":[],"positions":[],"countedAt":1795249800096}');
INSERT INTO "journal" VALUES (5,'exec_68bd840644ed9dc521d140fe',0,'ExecutionPlanned',2,1795249800096,'exec_68bd840644ed9dc521d140fe',NULL,'{"plan":{"executionId":"exec_68bd840644ed9dc521d140fe","jobId":"job_42ae247a638ab6652c5637a6","userId":"user_a","opportunityId":"opp_549bb3dd2d77c43ea8ba80ab","symbol":"SOLUSDT","coin":"SOL","exchangepair":"bybit-kucoin","mode":"single-direct","amount":{"$d":"1000"},"leverage":{"$d":"1"},"marginMode":"isolated","quantity":{"$d":"5"},"commonLot":{"$d":"0.1"},"maxSlippageBps":{"$d":"10"},"children":[{"quantity":{"$d":"5"},"basisMin":null}],"firstLeg":null,"makerMs":0,"openWithinMs":60000,"unhedgedMax":{"$d":"50000"},"netFloor":null,"exit":{"maxHours":null,"maxEpochs":null,"takeProfitPct":null,"stopLossPct":null,"closeOnReversal":true,"minLiquidationDistancePct":null},"guards":{"minNetApr":null,"onlyIfTrade":false},"idempotencyKey":null,"legs":{"long":{"role":"long","venue":"bybit","instrument":{"venue":"bybit","symbol":"SOLUSDT","coin":"SOL","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"buy","decisionMid":{"$d":"100"},"limitPrice":{"$d":"100.1"},"intervalHours":8},"short":{"role":"short","venue":"kucoin","instrument":{"venue":"kucoin","symbol":"SOLUSDTM","coin":"SOL","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"sell","decisionMid":{"$d":"100"},"limitPrice":{"$d":"99.9"},"intervalHours":8}}}}');
INSERT INTO "journal" VALUES (6,'exec_68bd840644ed9dc521d140fe',1,'OrderIntended',2,1795249800096,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/0','{"purpose":"open","side":"buy","quantity":{"$d":"5"},"limitPrice":{"$d":"100.1"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"a000000068bd840644ed9dc521d140fe","leg":"long","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (7,'exec_68bd840644ed9dc521d140fe',2,'OrderIntended',2,1795249800096,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/1','{"purpose":"open","side":"sell","quantity":{"$d":"5"},"limitPrice":{"$d":"99.9"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"b000000068bd840644ed9dc521d140fe","leg":"short","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (8,'exec_68bd840644ed9dc521d140fe',3,'OrderAccepted',2,1795249800116,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/2','{"clientOrderId":"b000000068bd840644ed9dc521d140fe","venueOrderId":"v1"}');
INSERT INTO "journal" VALUES (9,'exec_68bd840644ed9dc521d140fe',4,'FillsRecorded',2,1795249800117,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/3','{"clientOrderId":"b000000068bd840644ed9dc521d140fe","fills":[{"tradeId":"kucoin-1-0","quantity":{"$d":"2.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.14985"},"feeAsset":"USDT","feeQuantity":{"$d":"0.14985"},"filledAt":1795249800107},{"tradeId":"kucoin-1-1","quantity":{"$d":"2.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.14985"},"feeAsset":"USDT","feeQuantity":{"$d":"0.14985"},"filledAt":1795249800107}]}');
INSERT INTO "journal" VALUES (10,'exec_68bd840644ed9dc521d140fe',5,'OrderEnded',2,1795249800117,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/4','{"clientOrderId":"b000000068bd840644ed9dc521d140fe","status":"filled","venueOrderId":"v1"}');
INSERT INTO "journal" VALUES (11,'exec_68bd840644ed9dc521d140fe',6,'OrderAccepted',2,1795249800136,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/5','{"clientOrderId":"a000000068bd840644ed9dc521d140fe","venueOrderId":"v1"}');
INSERT INTO "journal" VALUES (12,'exec_68bd840644ed9dc521d140fe',7,'FillsRecorded',2,1795249800147,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/6','{"clientOrderId":"a000000068bd840644ed9dc521d140fe","fills":[{"tradeId":"bybit-1-0","quantity":{"$d":"2.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.15015"},"feeAsset":"USDT","feeQuantity":{"$d":"0.15015"},"filledAt":1795249800116},{"tradeId":"bybit-1-1","quantity":{"$d":"2.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.15015"},"feeAsset":"USDT","feeQuantity":{"$d":"0.15015"},"filledAt":1795249800116}]}');
INSERT INTO "journal" VALUES (13,'exec_68bd840644ed9dc521d140fe',8,'OrderEnded',2,1795249800147,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/7','{"clientOrderId":"a000000068bd840644ed9dc521d140fe","status":"filled","venueOrderId":"v1"}');
INSERT INTO "journal" VALUES (14,'exec_68bd840644ed9dc521d140fe',9,'ExecutionOpened',2,1795249800147,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/8','{"quantity":{"$d":"5"}}');
INSERT INTO "journal" VALUES (15,'exec_68bd840644ed9dc521d140fe',10,'ExitChanged',2,1795249804096,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/9','{"exit":{"maxHours":{"$d":"72"},"maxEpochs":null,"takeProfitPct":null,"stopLossPct":null,"closeOnReversal":true,"minLiquidationDistancePct":null}}');
INSERT INTO "journal" VALUES (16,'exec_d7cda2d4d8223006dd588e24',0,'ExecutionPlanned',2,1795249804120,'exec_d7cda2d4d8223006dd588e24',NULL,'{"plan":{"executionId":"exec_d7cda2d4d8223006dd588e24","jobId":"job_761cc0360346c21ed0213fef","userId":"user_a","opportunityId":"opp_c160806ff2c32cd0b8a1a4cd","symbol":"BTCUSDT","coin":"BTC","exchangepair":"bybit-kucoin","mode":"single-direct","amount":{"$d":"1000"},"leverage":{"$d":"1"},"marginMode":"isolated","quantity":{"$d":"5"},"commonLot":{"$d":"0.1"},"maxSlippageBps":{"$d":"10"},"children":[{"quantity":{"$d":"5"},"basisMin":null}],"firstLeg":null,"makerMs":0,"openWithinMs":60000,"unhedgedMax":{"$d":"50000"},"netFloor":null,"exit":{"maxHours":null,"maxEpochs":null,"takeProfitPct":null,"stopLossPct":null,"closeOnReversal":true,"minLiquidationDistancePct":null},"guards":{"minNetApr":null,"onlyIfTrade":false},"idempotencyKey":"fixture","legs":{"long":{"role":"long","venue":"bybit","instrument":{"venue":"bybit","symbol":"BTCUSDT","coin":"BTC","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"buy","decisionMid":{"$d":"100"},"limitPrice":{"$d":"100.1"},"intervalHours":8},"short":{"role":"short","venue":"kucoin","instrument":{"venue":"kucoin","symbol":"BTCUSDTM","coin":"BTC","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"sell","decisionMid":{"$d":"100"},"limitPrice":{"$d":"99.9"},"intervalHours":8}}}}');
INSERT INTO "journal" VALUES (17,'exec_d7cda2d4d8223006dd588e24',1,'OrderIntended',2,1795249804120,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/0','{"purpose":"open","side":"buy","quantity":{"$d":"5"},"limitPrice":{"$d":"100.1"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"a0000000d7cda2d4d8223006dd588e24","leg":"long","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (18,'exec_d7cda2d4d8223006dd588e24',2,'OrderIntended',2,1795249804120,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/1','{"purpose":"open","side":"sell","quantity":{"$d":"5"},"limitPrice":{"$d":"99.9"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"b0000000d7cda2d4d8223006dd588e24","leg":"short","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (19,'exec_d7cda2d4d8223006dd588e24',3,'OrderAccepted',2,1795249804128,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/2','{"clientOrderId":"a0000000d7cda2d4d8223006dd588e24","venueOrderId":"v2"}');
INSERT INTO "journal" VALUES (20,'exec_d7cda2d4d8223006dd588e24',4,'FillsRecorded',2,1795249804141,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/3','{"clientOrderId":"a0000000d7cda2d4d8223006dd588e24","fills":[{"tradeId":"bybit-2-0","quantity":{"$d":"2.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.15015"},"feeAsset":"USDT","feeQuantity":{"$d":"0.15015"},"filledAt":1795249804123},{"tradeId":"bybit-2-1","quantity":{"$d":"2.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.15015"},"feeAsset":"USDT","feeQuantity":{"$d":"0.15015"},"filledAt":1795249804123}]}');
INSERT INTO "journal" VALUES (21,'exec_d7cda2d4d8223006dd588e24',5,'OrderEnded',2,1795249804141,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/4','{"clientOrderId":"a0000000d7cda2d4d8223006dd588e24","status":"filled","venueOrderId":"v2"}');
INSERT INTO "journal" VALUES (22,'exec_d7cda2d4d8223006dd588e24',6,'OrderAccepted',2,1795249804154,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/5','{"clientOrderId":"b0000000d7cda2d4d8223006dd588e24","venueOrderId":"v2"}');
INSERT INTO "journal" VALUES (23,'exec_d7cda2d4d8223006dd588e24',7,'FillsRecorded',2,1795249804163,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/6','{"clientOrderId":"b0000000d7cda2d4d8223006dd588e24","fills":[{"tradeId":"kucoin-2-0","quantity":{"$d":"2.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.14985"},"feeAsset":"USDT","feeQuantity":{"$d":"0.14985"},"filledAt":1795249804125},{"tradeId":"kucoin-2-1","quantity":{"$d":"2.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.14985"},"feeAsset":"USDT","feeQuantity":{"$d":"0.14985"},"filledAt":1795249804125}]}');
INSERT INTO "journal" VALUES (24,'exec_d7cda2d4d8223006dd588e24',8,'OrderEnded',2,1795249804163,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/7','{"clientOrderId":"b0000000d7cda2d4d8223006dd588e24","status":"filled","venueOrderId":"v2"}');
INSERT INTO "journal" VALUES (25,'exec_d7cda2d4d8223006dd588e24',9,'ExecutionOpened',2,1795249804163,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/8','{"quantity":{"$d":"5"}}');
INSERT INTO "journal" VALUES (26,'exec_d7cda2d4d8223006dd588e24',10,'CloseRequested',2,1795249808123,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/9','{"reason":"part closed by close_execution","remaining":{"$d":"3"},"maxSlippageBps":{"$d":"10"},"firm":false}');
INSERT INTO "journal" VALUES (27,'exec_d7cda2d4d8223006dd588e24',11,'OrderIntended',2,1795249808123,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/10','{"purpose":"close","side":"sell","quantity":{"$d":"2"},"limitPrice":{"$d":"99.9"},"reduceOnly":true,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"a0001001d7cda2d4d8223006dd588e24","leg":"long","child":1,"attempt":1}');
INSERT INTO "journal" VALUES (28,'exec_d7cda2d4d8223006dd588e24',12,'OrderIntended',2,1795249808123,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/11','{"purpose":"close","side":"buy","quantity":{"$d":"2"},"limitPrice":{"$d":"100.1"},"reduceOnly":true,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"b0001001d7cda2d4d8223006dd588e24","leg":"short","child":1,"attempt":1}');
INSERT INTO "journal" VALUES (29,'exec_d7cda2d4d8223006dd588e24',13,'OrderAccepted',2,1795249808170,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/12','{"clientOrderId":"a0001001d7cda2d4d8223006dd588e24","venueOrderId":"v3"}');
INSERT INTO "journal" VALUES (30,'exec_d7cda2d4d8223006dd588e24',14,'OrderAccepted',2,1795249808175,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/13','{"clientOrderId":"b0001001d7cda2d4d8223006dd588e24","venueOrderId":"v3"}');
INSERT INTO "journal" VALUES (31,'exec_d7cda2d4d8223006dd588e24',15,'FillsRecorded',2,1795249808183,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/14','{"clientOrderId":"a0001001d7cda2d4d8223006dd588e24","fills":[{"tradeId":"bybit-3-0","quantity":{"$d":"1"},"price":{"$d":"99.9"},"fee":{"$d":"0.05994"},"feeAsset":"USDT","feeQuantity":{"$d":"0.05994"},"filledAt":1795249808167},{"tradeId":"bybit-3-1","quantity":{"$d":"1"},"price":{"$d":"99.9"},"fee":{"$d":"0.05994"},"feeAsset":"USDT","feeQuantity":{"$d":"0.05994"},"filledAt":1795249808167}]}');
INSERT INTO "journal" VALUES (32,'exec_d7cda2d4d8223006dd588e24',16,'OrderEnded',2,1795249808183,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/15','{"clientOrderId":"a0001001d7cda2d4d8223006dd588e24","status":"filled","venueOrderId":"v3"}');
INSERT INTO "journal" VALUES (33,'exec_d7cda2d4d8223006dd588e24',17,'FillsRecorded',2,1795249808198,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/16','{"clientOrderId":"b0001001d7cda2d4d8223006dd588e24","fills":[{"tradeId":"kucoin-3-0","quantity":{"$d":"1"},"price":{"$d":"100.1"},"fee":{"$d":"0.06006"},"feeAsset":"USDT","feeQuantity":{"$d":"0.06006"},"filledAt":1795249808156},{"tradeId":"kucoin-3-1","quantity":{"$d":"1"},"price":{"$d":"100.1"},"fee":{"$d":"0.06006"},"feeAsset":"USDT","feeQuantity":{"$d":"0.06006"},"filledAt":1795249808156}]}');
INSERT INTO "journal" VALUES (34,'exec_d7cda2d4d8223006dd588e24',18,'OrderEnded',2,1795249808198,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/17','{"clientOrderId":"b0001001d7cda2d4d8223006dd588e24","status":"filled","venueOrderId":"v3"}');
INSERT INTO "journal" VALUES (35,'exec_d7cda2d4d8223006dd588e24',19,'PartClosed',2,1795249808198,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/18','{"remaining":{"$d":"3"}}');
INSERT INTO "journal" VALUES (36,'exec_d7cda2d4d8223006dd588e24',20,'CloseRequested',2,1795249808198,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/19','{"reason":"closed by close_execution","remaining":{"$d":"0"},"maxSlippageBps":{"$d":"10"},"firm":false}');
INSERT INTO "journal" VALUES (37,'exec_d7cda2d4d8223006dd588e24',21,'OrderIntended',2,1795249808198,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/20','{"purpose":"close","side":"sell","quantity":{"$d":"3"},"limitPrice":{"$d":"99.9"},"reduceOnly":true,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"a0001002d7cda2d4d8223006dd588e24","leg":"long","child":1,"attempt":2}');
INSERT INTO "journal" VALUES (38,'exec_d7cda2d4d8223006dd588e24',22,'OrderIntended',2,1795249808198,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/21','{"purpose":"close","side":"buy","quantity":{"$d":"3"},"limitPrice":{"$d":"100.1"},"reduceOnly":true,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"b0001002d7cda2d4d8223006dd588e24","leg":"short","child":1,"attempt":2}');
INSERT INTO "journal" VALUES (39,'exec_d7cda2d4d8223006dd588e24',23,'OrderAccepted',2,1795249808260,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/22','{"clientOrderId":"b0001002d7cda2d4d8223006dd588e24","venueOrderId":"v4"}');
INSERT INTO "journal" VALUES (40,'exec_d7cda2d4d8223006dd588e24',24,'OrderAccepted',2,1795249808277,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/23','{"clientOrderId":"a0001002d7cda2d4d8223006dd588e24","venueOrderId":"v4"}');
INSERT INTO "journal" VALUES (41,'exec_d7cda2d4d8223006dd588e24',25,'FillsRecorded',2,1795249808289,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/24','{"clientOrderId":"b0001002d7cda2d4d8223006dd588e24","fills":[{"tradeId":"kucoin-4-0","quantity":{"$d":"1.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.09009"},"feeAsset":"USDT","feeQuantity":{"$d":"0.09009"},"filledAt":1795249808230},{"tradeId":"kucoin-4-1","quantity":{"$d":"1.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.09009"},"feeAsset":"USDT","feeQuantity":{"$d":"0.09009"},"filledAt":1795249808230}]}');
INSERT INTO "journal" VALUES (42,'exec_d7cda2d4d8223006dd588e24',26,'OrderEnded',2,1795249808289,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/25','{"clientOrderId":"b0001002d7cda2d4d8223006dd588e24","status":"filled","venueOrderId":"v4"}');
INSERT INTO "journal" VALUES (43,'exec_d7cda2d4d8223006dd588e24',27,'FillsRecorded',2,1795249808298,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/26','{"clientOrderId":"a0001002d7cda2d4d8223006dd588e24","fills":[{"tradeId":"bybit-4-0","quantity":{"$d":"1.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.08991"},"feeAsset":"USDT","feeQuantity":{"$d":"0.08991"},"filledAt":1795249808212},{"tradeId":"bybit-4-1","quantity":{"$d":"1.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.08991"},"feeAsset":"USDT","feeQuantity":{"$d":"0.08991"},"filledAt":1795249808212}]}');
INSERT INTO "journal" VALUES (44,'exec_d7cda2d4d8223006dd588e24',28,'OrderEnded',2,1795249808298,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/27','{"clientOrderId":"a0001002d7cda2d4d8223006dd588e24","status":"filled","venueOrderId":"v4"}');
INSERT INTO "journal" VALUES (45,'exec_d7cda2d4d8223006dd588e24',29,'ExecutionClosed',2,1795249808336,'exec_d7cda2d4d8223006dd588e24','exec_d7cda2d4d8223006dd588e24/28','{"reason":"closed by close_execution"}');
INSERT INTO "journal" VALUES (46,'exec_307c50eb5ea97198e1ecd565',0,'ExecutionPlanned',2,1795249808382,'exec_307c50eb5ea97198e1ecd565',NULL,'{"plan":{"executionId":"exec_307c50eb5ea97198e1ecd565","jobId":"job_f5e66db7de513266d2f91ef9","userId":"user_a","agentId":"agent_5ea97198e1ecd565f5e66db7","opportunityId":"opp_ac81c0aca9ffab228809969c","symbol":"ETHUSDT","coin":"ETH","exchangepair":"bybit-kucoin","mode":"single-direct","amount":{"$d":"1000"},"leverage":{"$d":"1"},"marginMode":"isolated","quantity":{"$d":"5"},"commonLot":{"$d":"0.1"},"maxSlippageBps":{"$d":"10"},"children":[{"quantity":{"$d":"5"},"basisMin":null}],"firstLeg":null,"makerMs":0,"openWithinMs":60000,"unhedgedMax":{"$d":"50000"},"netFloor":null,"exit":{"maxHours":null,"maxEpochs":null,"takeProfitPct":null,"stopLossPct":null,"closeOnReversal":true,"minLiquidationDistancePct":null},"guards":{"minNetApr":null,"onlyIfTrade":false},"idempotencyKey":null,"legs":{"long":{"role":"long","venue":"bybit","instrument":{"venue":"bybit","symbol":"ETHUSDT","coin":"ETH","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"buy","decisionMid":{"$d":"100"},"limitPrice":{"$d":"100.1"},"intervalHours":8},"short":{"role":"short","venue":"kucoin","instrument":{"venue":"kucoin","symbol":"ETHUSDTM","coin":"ETH","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"sell","decisionMid":{"$d":"100"},"limitPrice":{"$d":"99.9"},"intervalHours":8}}}}');
INSERT INTO "journal" VALUES (47,'exec_307c50eb5ea97198e1ecd565',1,'OrderIntended',2,1795249808382,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/0','{"purpose":"open","side":"buy","quantity":{"$d":"5"},"limitPrice":{"$d":"100.1"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"a0000000307c50eb5ea97198e1ecd565","leg":"long","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (48,'exec_307c50eb5ea97198e1ecd565',2,'OrderIntended',2,1795249808382,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/1','{"purpose":"open","side":"sell","quantity":{"$d":"5"},"limitPrice":{"$d":"99.9"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"b0000000307c50eb5ea97198e1ecd565","leg":"short","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (49,'exec_307c50eb5ea97198e1ecd565',3,'OrderAccepted',2,1795249808390,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/2','{"clientOrderId":"b0000000307c50eb5ea97198e1ecd565","venueOrderId":"v5"}');
INSERT INTO "journal" VALUES (50,'exec_307c50eb5ea97198e1ecd565',4,'OrderAccepted',2,1795249808407,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/3','{"clientOrderId":"a0000000307c50eb5ea97198e1ecd565","venueOrderId":"v5"}');
INSERT INTO "journal" VALUES (51,'exec_307c50eb5ea97198e1ecd565',5,'FillsRecorded',2,1795249808411,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/4','{"clientOrderId":"a0000000307c50eb5ea97198e1ecd565","fills":[{"tradeId":"bybit-5-0","quantity":{"$d":"2.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.15015"},"feeAsset":"USDT","feeQuantity":{"$d":"0.15015"},"filledAt":1795249808397},{"tradeId":"bybit-5-1","quantity":{"$d":"2.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.15015"},"feeAsset":"USDT","feeQuantity":{"$d":"0.15015"},"filledAt":1795249808397}]}');
INSERT INTO "journal" VALUES (52,'exec_307c50eb5ea97198e1ecd565',6,'OrderEnded',2,1795249808411,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/5','{"clientOrderId":"a0000000307c50eb5ea97198e1ecd565","status":"filled","venueOrderId":"v5"}');
INSERT INTO "journal" VALUES (53,'exec_307c50eb5ea97198e1ecd565',7,'FillsRecorded',2,1795249808424,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/6','{"clientOrderId":"b0000000307c50eb5ea97198e1ecd565","fills":[{"tradeId":"kucoin-5-0","quantity":{"$d":"2.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.14985"},"feeAsset":"USDT","feeQuantity":{"$d":"0.14985"},"filledAt":1795249808386},{"tradeId":"kucoin-5-1","quantity":{"$d":"2.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.14985"},"feeAsset":"USDT","feeQuantity":{"$d":"0.14985"},"filledAt":1795249808386}]}');
INSERT INTO "journal" VALUES (54,'exec_307c50eb5ea97198e1ecd565',8,'OrderEnded',2,1795249808424,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/7','{"clientOrderId":"b0000000307c50eb5ea97198e1ecd565","status":"filled","venueOrderId":"v5"}');
INSERT INTO "journal" VALUES (55,'exec_307c50eb5ea97198e1ecd565',9,'ExecutionOpened',2,1795249808424,'exec_307c50eb5ea97198e1ecd565','exec_307c50eb5ea97198e1ecd565/8','{"quantity":{"$d":"5"}}');
INSERT INTO "journal" VALUES (56,'exec_f3eeb03d72427dedcdf32588',0,'ExecutionPlanned',2,1795249812382,'exec_f3eeb03d72427dedcdf32588',NULL,'{"plan":{"executionId":"exec_f3eeb03d72427dedcdf32588","jobId":"job_73f0c9fe238414b7cd8ab7a1","userId":"user_a","opportunityId":"opp_45b04011244dd67447fcf854","symbol":"ADAUSDT","coin":"ADA","exchangepair":"bybit-kucoin","mode":"single-direct","amount":{"$d":"1000"},"leverage":{"$d":"1"},"marginMode":"isolated","quantity":{"$d":"5"},"commonLot":{"$d":"0.1"},"maxSlippageBps":{"$d":"10"},"children":[{"quantity":{"$d":"5"},"basisMin":null}],"firstLeg":null,"makerMs":0,"openWithinMs":60000,"unhedgedMax":{"$d":"50000"},"netFloor":null,"exit":{"maxHours":null,"maxEpochs":null,"takeProfitPct":null,"stopLossPct":null,"closeOnReversal":true,"minLiquidationDistancePct":null},"guards":{"minNetApr":null,"onlyIfTrade":false},"idempotencyKey":null,"legs":{"long":{"role":"long","venue":"bybit","instrument":{"venue":"bybit","symbol":"ADAUSDT","coin":"ADA","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"buy","decisionMid":{"$d":"100"},"limitPrice":{"$d":"100.1"},"intervalHours":8},"short":{"role":"short","venue":"kucoin","instrument":{"venue":"kucoin","symbol":"ADAUSDTM","coin":"ADA","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"sell","decisionMid":{"$d":"100"},"limitPrice":{"$d":"99.9"},"intervalHours":8}}}}');
INSERT INTO "journal" VALUES (57,'exec_f3eeb03d72427dedcdf32588',1,'OrderIntended',2,1795249812382,'exec_f3eeb03d72427dedcdf32588','exec_f3eeb03d72427dedcdf32588/0','{"purpose":"open","side":"buy","quantity":{"$d":"5"},"limitPrice":{"$d":"100.1"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"a0000000f3eeb03d72427dedcdf32588","leg":"long","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (58,'exec_f3eeb03d72427dedcdf32588',2,'OrderIntended',2,1795249812382,'exec_f3eeb03d72427dedcdf32588','exec_f3eeb03d72427dedcdf32588/1','{"purpose":"open","side":"sell","quantity":{"$d":"5"},"limitPrice":{"$d":"99.9"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"b0000000f3eeb03d72427dedcdf32588","leg":"short","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (59,'exec_f3eeb03d72427dedcdf32588',3,'OrderAccepted',2,1795249812387,'exec_f3eeb03d72427dedcdf32588','exec_f3eeb03d72427dedcdf32588/2','{"clientOrderId":"a0000000f3eeb03d72427dedcdf32588","venueOrderId":"v6"}');
INSERT INTO "journal" VALUES (60,'exec_f3eeb03d72427dedcdf32588',4,'OrderAccepted',2,1795249812395,'exec_f3eeb03d72427dedcdf32588','exec_f3eeb03d72427dedcdf32588/3','{"clientOrderId":"b0000000f3eeb03d72427dedcdf32588","venueOrderId":"v6"}');
INSERT INTO "journal" VALUES (61,'exec_f3eeb03d72427dedcdf32588',5,'OrderEnded',2,1795249812397,'exec_f3eeb03d72427dedcdf32588','exec_f3eeb03d72427dedcdf32588/4','{"clientOrderId":"b0000000f3eeb03d72427dedcdf32588","status":"canceled","venueOrderId":"v6"}');
INSERT INTO "journal" VALUES (62,'exec_f3eeb03d72427dedcdf32588',6,'OrderEnded',2,1795249812427,'exec_f3eeb03d72427dedcdf32588','exec_f3eeb03d72427dedcdf32588/5','{"clientOrderId":"a0000000f3eeb03d72427dedcdf32588","status":"canceled","venueOrderId":"v6"}');
INSERT INTO "journal" VALUES (63,'exec_f3eeb03d72427dedcdf32588',7,'ExecutionFailed',2,1795249812467,'exec_f3eeb03d72427dedcdf32588','exec_f3eeb03d72427dedcdf32588/6','{"reason":"Nothing was opened: neither book held the quantity inside the slippage guard when the orders arrived."}');
INSERT INTO "journal" VALUES (64,'exec_68bd840644ed9dc521d140fe',11,'FundingBooked',2,1795251600002,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/10','{"recordId":"bybit-SOLUSDT-1795251600000","leg":"long","settledAt":1795251600000,"rate":{"$d":"0.0001"},"amount":{"$d":"-0.0615"}}');
INSERT INTO "journal" VALUES (65,'exec_68bd840644ed9dc521d140fe',12,'FundingBooked',2,1795251600028,'exec_68bd840644ed9dc521d140fe','exec_68bd840644ed9dc521d140fe/11','{"recordId":"kucoin-SOLUSDTM-1795251600000","leg":"short","settledAt":1795251600000,"rate":{"$d":"0.0001"},"amount":{"$d":"-0.4685"}}');
INSERT INTO "journal" VALUES (66,'exec_e1b4bb541f4b89e8fd19ae20',0,'ExecutionPlanned',2,1795253916385,'exec_e1b4bb541f4b89e8fd19ae20',NULL,'{"plan":{"executionId":"exec_e1b4bb541f4b89e8fd19ae20","jobId":"job_26bb0e85c2a4c84252adedcd","userId":"user_a","opportunityId":"opp_334bf181fb7a5df02e18de74","symbol":"XRPUSDT","coin":"XRP","exchangepair":"bybit-kucoin","mode":"single-direct","amount":{"$d":"1000"},"leverage":{"$d":"1"},"marginMode":"isolated","quantity":{"$d":"5"},"commonLot":{"$d":"0.1"},"maxSlippageBps":{"$d":"10"},"children":[{"quantity":{"$d":"5"},"basisMin":null}],"firstLeg":null,"makerMs":0,"openWithinMs":60000,"unhedgedMax":{"$d":"50000"},"netFloor":null,"exit":{"maxHours":null,"maxEpochs":null,"takeProfitPct":null,"stopLossPct":null,"closeOnReversal":true,"minLiquidationDistancePct":null},"guards":{"minNetApr":null,"onlyIfTrade":false},"idempotencyKey":null,"legs":{"long":{"role":"long","venue":"bybit","instrument":{"venue":"bybit","symbol":"XRPUSDT","coin":"XRP","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"buy","decisionMid":{"$d":"100"},"limitPrice":{"$d":"100.1"},"intervalHours":8},"short":{"role":"short","venue":"kucoin","instrument":{"venue":"kucoin","symbol":"XRPUSDTM","coin":"XRP","quote":"USDT","coinsPerOrderUnit":{"$d":"1"},"coinsPerPriceUnit":{"$d":"1"},"tickSize":{"$d":"0.01"},"lotSize":{"$d":"0.1"},"quantityMin":{"$d":"0.1"},"quantityMax":{"$d":"1000000"},"notionalMin":{"$d":"5"},"leverageMax":50},"openSide":"sell","decisionMid":{"$d":"100"},"limitPrice":{"$d":"99.9"},"intervalHours":8}}}}');
INSERT INTO "journal" VALUES (67,'exec_e1b4bb541f4b89e8fd19ae20',1,'OrderIntended',2,1795253916385,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/0','{"purpose":"open","side":"buy","quantity":{"$d":"5"},"limitPrice":{"$d":"100.1"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"a0000000e1b4bb541f4b89e8fd19ae20","leg":"long","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (68,'exec_e1b4bb541f4b89e8fd19ae20',2,'OrderIntended',2,1795253916385,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/1','{"purpose":"open","side":"sell","quantity":{"$d":"5"},"limitPrice":{"$d":"99.9"},"reduceOnly":false,"timeInForce":"IOC","decisionMid":{"$d":"100"},"clientOrderId":"b0000000e1b4bb541f4b89e8fd19ae20","leg":"short","child":0,"attempt":0}');
INSERT INTO "journal" VALUES (69,'exec_e1b4bb541f4b89e8fd19ae20',3,'OrderAccepted',2,1795253916440,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/2','{"clientOrderId":"b0000000e1b4bb541f4b89e8fd19ae20","venueOrderId":"v7"}');
INSERT INTO "journal" VALUES (70,'exec_e1b4bb541f4b89e8fd19ae20',4,'OrderAccepted',2,1795253916444,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/3','{"clientOrderId":"a0000000e1b4bb541f4b89e8fd19ae20","venueOrderId":"v7"}');
INSERT INTO "journal" VALUES (71,'exec_e1b4bb541f4b89e8fd19ae20',5,'FillsRecorded',2,1795253916474,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/4','{"clientOrderId":"a0000000e1b4bb541f4b89e8fd19ae20","fills":[{"tradeId":"bybit-7-0","quantity":{"$d":"2.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.15015"},"feeAsset":"USDT","feeQuantity":{"$d":"0.15015"},"filledAt":1795253916406},{"tradeId":"bybit-7-1","quantity":{"$d":"2.5"},"price":{"$d":"100.1"},"fee":{"$d":"0.15015"},"feeAsset":"USDT","feeQuantity":{"$d":"0.15015"},"filledAt":1795253916406}]}');
INSERT INTO "journal" VALUES (72,'exec_e1b4bb541f4b89e8fd19ae20',6,'OrderEnded',2,1795253916474,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/5','{"clientOrderId":"a0000000e1b4bb541f4b89e8fd19ae20","status":"filled","venueOrderId":"v7"}');
INSERT INTO "journal" VALUES (73,'exec_e1b4bb541f4b89e8fd19ae20',7,'FillsRecorded',2,1795253916476,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/6','{"clientOrderId":"b0000000e1b4bb541f4b89e8fd19ae20","fills":[{"tradeId":"kucoin-7-0","quantity":{"$d":"2.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.14985"},"feeAsset":"USDT","feeQuantity":{"$d":"0.14985"},"filledAt":1795253916386},{"tradeId":"kucoin-7-1","quantity":{"$d":"2.5"},"price":{"$d":"99.9"},"fee":{"$d":"0.14985"},"feeAsset":"USDT","feeQuantity":{"$d":"0.14985"},"filledAt":1795253916386}]}');
INSERT INTO "journal" VALUES (74,'exec_e1b4bb541f4b89e8fd19ae20',8,'OrderEnded',2,1795253916476,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/7','{"clientOrderId":"b0000000e1b4bb541f4b89e8fd19ae20","status":"filled","venueOrderId":"v7"}');
INSERT INTO "journal" VALUES (75,'exec_e1b4bb541f4b89e8fd19ae20',9,'ExecutionOpened',2,1795253916476,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/8','{"quantity":{"$d":"5"}}');
INSERT INTO "journal" VALUES (76,'exec_e1b4bb541f4b89e8fd19ae20',10,'AttentionRaised',2,1795253927015,'exec_e1b4bb541f4b89e8fd19ae20','exec_e1b4bb541f4b89e8fd19ae20/9','{"kind":"hand","reason":"bybit holds 2 coins of XRPUSDT beyond this service''s executions: somebody trades the account by hand. Close that at the venue; until then nothing more is opened here."}');
INSERT INTO "execution" VALUES ('exec_68bd840644ed9dc521d140fe','job_42ae247a638ab6652c5637a6','user_a','bybit-kucoin','SOLUSDT','running',0,1795249800096,NULL,0,NULL);
INSERT INTO "execution" VALUES ('exec_d7cda2d4d8223006dd588e24','job_761cc0360346c21ed0213fef','user_a','bybit-kucoin','BTCUSDT','closed',1,1795249804120,1795249808336,1,NULL);
INSERT INTO "execution" VALUES ('exec_307c50eb5ea97198e1ecd565','job_f5e66db7de513266d2f91ef9','user_a','bybit-kucoin','ETHUSDT','running',0,1795249808382,NULL,0,'agent_5ea97198e1ecd565f5e66db7');
INSERT INTO "execution" VALUES ('exec_f3eeb03d72427dedcdf32588','job_73f0c9fe238414b7cd8ab7a1','user_a','bybit-kucoin','ADAUSDT','failed',1,1795249812382,1795249812467,1,NULL);
INSERT INTO "execution" VALUES ('exec_e1b4bb541f4b89e8fd19ae20','job_26bb0e85c2a4c84252adedcd','user_a','bybit-kucoin','XRPUSDT','running',0,1795253916385,NULL,0,NULL);
INSERT INTO "pnl_sample" VALUES ('user_a',1795253980386,'-8.53','3000');
INSERT INTO "account_user" VALUES ('user_a','owner',1795249800000);
INSERT INTO "token" VALUES ('tok_f3eeb03d72427ded','user_a','fixture','825ed60882dbee62ebf46b82686f37f783c6003d2f1863f794134a7d87e72cfe','arb:read arb:trade',1795249800000,1795336200000,NULL,NULL,NULL);
INSERT INTO "halt" VALUES ('user','user_a','for the fixture',1795253980386,'tok_f3eeb03d72427ded',0);
INSERT INTO "agent" VALUES ('agent_5ea97198e1ecd565f5e66db7','user_a','night watch','arb:read arb:trade','{"amountMax":"5000","openAmountMax":null,"pairs":["bybit-kucoin"],"executionsPerDay":10,"mustBeTrade":false}','fb5e1a76bece1b57ef1f8d9be6e2c5a0321a14002fe579c5ff471943e4a897dd',NULL,0,1795249800000,1795249800000,NULL,NULL);
INSERT INTO "idempotency" VALUES ('user_a','','fixture','{"opportunityId":"opp_c160806ff2c32cd0b8a1a4cd","amount":{"$d":"1000"},"mode":"auto","leverage":{"$d":"1"},"onlyIfTrade":false}','{"success":true,"job_id":"job_761cc0360346c21ed0213fef","execution_id":"exec_d7cda2d4d8223006dd588e24","status":"queued","mode":"single-direct","message":"Long Bybit / Short KuCoin: BTCUSDT on both exchanges, both legs at once as IOC limits: small against the books and under the unhedged cap.","planned_amount":{"$d":"1000"},"estimated_entry_time":"2026-11-21T08:30:04.620Z","warnings":[{"code":"VERDICT_UNKNOWN","message":"The verdict was unknown. The verdict is unknown: The legs have no settled hours in common yet: settlements known are 0 of bybit BTCUSDT and 0 of kucoin BTCUSDTM."}]}',1795249804120);
INSERT INTO "vault_check" VALUES ('kd61a00e38d9b7dec','v1.kd61a00e38d9b7dec.YLWcA9fNotTYIjAGOQi510k0jQrqPLv5Menj3D3fT6XVue9nrdWVpFyHFa_MkMYirCiSyNXzUOr3TLzW.2rkHdaDV8BDA_hezj69bNoVdXjaAjhM8Leov3DWJtbOqPerzuknyYHnMjEUwVFgQAw');
INSERT INTO "vault_secret" VALUES ('root','v1.kd61a00e38d9b7dec.-uLMLrTDAReFc1-q8QvbeEDIcRZdY8wG7EbRHKUvZKdXasE4WnoQCbBLyZLZmyZnRe-bWcFgvYg2WFLo.gKHynAZNCI0ZpiwNBBN1zsnlCiTnFLjexgFDsYkyilFjweXAC30hLGduaBXoriYgEwOffJd7F9fox9c4');
INSERT INTO "exchange_account" VALUES ('acct_cdf3258873f0c9fe238414b7','user_a','bybit','bybit','api_key','acct_cdf3258873f0c9fe238414b7','v1.kd61a00e38d9b7dec.KkxzZYFPflsYE9r13Z4prYlVZz_p5i2k0AiXvrUBE6r5UJPFZ3AOXL_3ZXnqTIQz3rPz-1P5fr1Droun.spW9SfbTAL7G6R6dzmr_sX7WKk1HfkcXNeWIKCY_1mHTBPAz-ycs6lKVniknis8S7vP0ORgUI1Vi8O8L0GUVJF5D69KnDWMfLCM-edLuMnbVe8HB5AMpcJNGMsGGKrqAeC9KPqDxehKQ2IdG','5944fa564dfe32aa0f040a06250da8b8d239365a0b77c7638296b9a037763489','dbd264ae176f755974c0557e533fcc90a9c9517ddefcb609cd2601026e8fefb6','["trade"]',1,0,NULL,1795249800000,NULL,NULL,1,1795249800000,NULL,NULL);
INSERT INTO "exchange_account" VALUES ('acct_a9db18e14f73233275d9d6e0','user_a','kucoin','kucoin','api_key','acct_a9db18e14f73233275d9d6e0','v1.kd61a00e38d9b7dec.GSrMH8IEP7cqBp5eCYAIcWhyfmKBlhuz8_iLYFg8scg9XjAtMtv0_O5bRFPfFRfHkLmn9apR4JjvBFTL.BIYBO4icqmLxbyTimBbOuZE7engYtUra1qbd5Sg_aJagTvvvaJfue5sqCYfk99dz3f2f_qfJRDhMmWvg5zWdAFStFTjSvhDY-z7Eo5tCGMW5m32JLTs80WQZq5W5P3bQGg6iggYA-GuznBBF6GU','435116263a7e4e4c70186acaab6017851bdbdb8acd6239c3b59e19aa953b16ce','310ecb9d34c303ad51cef0690f24039da65507a0dde9e5922d2e86a2f5fc92ca','["trade"]',1,0,NULL,1795249800005,NULL,NULL,1,1795249800005,NULL,NULL);
INSERT INTO "alert_read" VALUES (1,0);
INSERT INTO "data_mode" VALUES (1,'simulated');
INSERT INTO "execution_fold" VALUES ('exec_307c50eb5ea97198e1ecd565',1,10,55,2994658168,'[["plan","phase","reason","attention","attentionKind","orders","held","reductions","funding","exit","openingEnded","createdAt","updatedAt","openedAt","closedAt","imbalancedSince","handApartSince","close","eventCount"],["executionId","jobId","userId","agentId","opportunityId","symbol","coin","exchangepair","mode","amount","leverage","marginMode","quantity","commonLot","maxSlippageBps","children","firstLeg","makerMs","openWithinMs","unhedgedMax","netFloor","exit","guards","idempotencyKey","legs"],["quantity","basisMin"],["maxHours","maxEpochs","takeProfitPct","stopLossPct","closeOnReversal","minLiquidationDistancePct"],["minNetApr","onlyIfTrade"],["long","short"],["role","venue","instrument","openSide","decisionMid","limitPrice","intervalHours"],["venue","symbol","coin","quote","coinsPerOrderUnit","coinsPerPriceUnit","tickSize","lotSize","quantityMin","quantityMax","notionalMin","leverageMax"],["purpose","side","quantity","limitPrice","reduceOnly","timeInForce","decisionMid","clientOrderId","leg","child","attempt","status","intendedAt","unknownSince","cancelAskedAt","rejection","rejectionCode","passing","fills","filledQuantity"],["tradeId","quantity","price","fee","feeAsset","feeQuantity","filledAt"]]
[0,[1,"exec_307c50eb5ea97198e1ecd565","job_f5e66db7de513266d2f91ef9","user_a","agent_5ea97198e1ecd565f5e66db7","opp_ac81c0aca9ffab228809969c","ETHUSDT","ETH","bybit-kucoin","single-direct","=1000","=1","isolated","=5","=0.1","=10",[-1,[2,"=5",null]],null,0,60000,"=50000",null,[3,null,null,null,null,true,null],[4,null,false],null,[5,[6,"long","bybit",[7,"bybit","ETHUSDT","ETH","USDT","=1","=1","=0.01","=0.1","=0.1","=1000000","=5",50],"buy","=100","=100.1",8],[6,"short","kucoin",[7,"kucoin","ETHUSDTM","ETH","USDT","=1","=1","=0.01","=0.1","=0.1","=1000000","=5",50],"sell","=100","=99.9",8]]],"running",null,null,null,[-1,[8,"open","buy","=5","=100.1",false,"IOC","=100","a0000000307c50eb5ea97198e1ecd565","long",0,0,"filled",1795249808382,[],[],[],[],false,[-1,[9,"bybit-5-0","=2.5","=100.1","=0.15015","USDT","=0.15015",1795249808397],[9,"bybit-5-1","=2.5","=100.1","=0.15015","USDT","=0.15015",1795249808397]],"=5"],[8,"open","sell","=5","=99.9",false,"IOC","=100","b0000000307c50eb5ea97198e1ecd565","short",0,0,"filled",1795249808382,[],[],[],[],false,[-1,[9,"kucoin-5-0","=2.5","=99.9","=0.14985","USDT","=0.14985",1795249808386],[9,"kucoin-5-1","=2.5","=99.9","=0.14985","USDT","=0.14985",1795249808386]],"=5"]],[5,"=5","=5"],[-1],[-1],[3,null,null,null,null,true,null],null,1795249808382,1795249808424,1795249808424,[],[],[],[],10]');
INSERT INTO "execution_fold" VALUES ('exec_68bd840644ed9dc521d140fe',1,13,65,644717736,'[["plan","phase","reason","attention","attentionKind","orders","held","reductions","funding","exit","openingEnded","createdAt","updatedAt","openedAt","closedAt","imbalancedSince","handApartSince","close","eventCount"],["executionId","jobId","userId","opportunityId","symbol","coin","exchangepair","mode","amount","leverage","marginMode","quantity","commonLot","maxSlippageBps","children","firstLeg","makerMs","openWithinMs","unhedgedMax","netFloor","exit","guards","idempotencyKey","legs"],["quantity","basisMin"],["maxHours","maxEpochs","takeProfitPct","stopLossPct","closeOnReversal","minLiquidationDistancePct"],["minNetApr","onlyIfTrade"],["long","short"],["role","venue","instrument","openSide","decisionMid","limitPrice","intervalHours"],["venue","symbol","coin","quote","coinsPerOrderUnit","coinsPerPriceUnit","tickSize","lotSize","quantityMin","quantityMax","notionalMin","leverageMax"],["purpose","side","quantity","limitPrice","reduceOnly","timeInForce","decisionMid","clientOrderId","leg","child","attempt","status","intendedAt","unknownSince","cancelAskedAt","rejection","rejectionCode","passing","fills","filledQuantity"],["tradeId","quantity","price","fee","feeAsset","feeQuantity","filledAt"],["recordId","leg","settledAt","rate","amount"]]
[0,[1,"exec_68bd840644ed9dc521d140fe","job_42ae247a638ab6652c5637a6","user_a","opp_549bb3dd2d77c43ea8ba80ab","SOLUSDT","SOL","bybit-kucoin","single-direct","=1000","=1","isolated","=5","=0.1","=10",[-1,[2,"=5",null]],null,0,60000,"=50000",null,[3,null,null,null,null,true,null],[4,null,false],null,[5,[6,"long","bybit",[7,"bybit","SOLUSDT","SOL","USDT","=1","=1","=0.01","=0.1","=0.1","=1000000","=5",50],"buy","=100","=100.1",8],[6,"short","kucoin",[7,"kucoin","SOLUSDTM","SOL","USDT","=1","=1","=0.01","=0.1","=0.1","=1000000","=5",50],"sell","=100","=99.9",8]]],"running",null,null,null,[-1,[8,"open","buy","=5","=100.1",false,"IOC","=100","a000000068bd840644ed9dc521d140fe","long",0,0,"filled",1795249800096,[],[],[],[],false,[-1,[9,"bybit-1-0","=2.5","=100.1","=0.15015","USDT","=0.15015",1795249800116],[9,"bybit-1-1","=2.5","=100.1","=0.15015","USDT","=0.15015",1795249800116]],"=5"],[8,"open","sell","=5","=99.9",false,"IOC","=100","b000000068bd840644ed9dc521d140fe","short",0,0,"filled",1795249800096,[],[],[],[],false,[-1,[9,"kucoin-1-0","=2.5","=99.9","=0.14985","USDT","=0.14985",1795249800107],[9,"kucoin-1-1","=2.5","=99.9","=0.14985","USDT","=0.14985",1795249800107]],"=5"]],[5,"=5","=5"],[-1],[-1,[10,"bybit-SOLUSDT-1795251600000","long",1795251600000,"=0.0001","=-0.0615"],[10,"kucoin-SOLUSDTM-1795251600000","short",1795251600000,"=0.0001","=-0.4685"]],[3,"=72",null,null,null,true,null],null,1795249800096,1795251600028,1795249800147,[],[],[],[],13]');
INSERT INTO "execution_fold" VALUES ('exec_e1b4bb541f4b89e8fd19ae20',1,10,75,1218047738,'[["plan","phase","reason","attention","attentionKind","orders","held","reductions","funding","exit","openingEnded","createdAt","updatedAt","openedAt","closedAt","imbalancedSince","handApartSince","close","eventCount"],["executionId","jobId","userId","opportunityId","symbol","coin","exchangepair","mode","amount","leverage","marginMode","quantity","commonLot","maxSlippageBps","children","firstLeg","makerMs","openWithinMs","unhedgedMax","netFloor","exit","guards","idempotencyKey","legs"],["quantity","basisMin"],["maxHours","maxEpochs","takeProfitPct","stopLossPct","closeOnReversal","minLiquidationDistancePct"],["minNetApr","onlyIfTrade"],["long","short"],["role","venue","instrument","openSide","decisionMid","limitPrice","intervalHours"],["venue","symbol","coin","quote","coinsPerOrderUnit","coinsPerPriceUnit","tickSize","lotSize","quantityMin","quantityMax","notionalMin","leverageMax"],["purpose","side","quantity","limitPrice","reduceOnly","timeInForce","decisionMid","clientOrderId","leg","child","attempt","status","intendedAt","unknownSince","cancelAskedAt","rejection","rejectionCode","passing","fills","filledQuantity"],["tradeId","quantity","price","fee","feeAsset","feeQuantity","filledAt"]]
[0,[1,"exec_e1b4bb541f4b89e8fd19ae20","job_26bb0e85c2a4c84252adedcd","user_a","opp_334bf181fb7a5df02e18de74","XRPUSDT","XRP","bybit-kucoin","single-direct","=1000","=1","isolated","=5","=0.1","=10",[-1,[2,"=5",null]],null,0,60000,"=50000",null,[3,null,null,null,null,true,null],[4,null,false],null,[5,[6,"long","bybit",[7,"bybit","XRPUSDT","XRP","USDT","=1","=1","=0.01","=0.1","=0.1","=1000000","=5",50],"buy","=100","=100.1",8],[6,"short","kucoin",[7,"kucoin","XRPUSDTM","XRP","USDT","=1","=1","=0.01","=0.1","=0.1","=1000000","=5",50],"sell","=100","=99.9",8]]],"running",null,null,null,[-1,[8,"open","buy","=5","=100.1",false,"IOC","=100","a0000000e1b4bb541f4b89e8fd19ae20","long",0,0,"filled",1795253916385,[],[],[],[],false,[-1,[9,"bybit-7-0","=2.5","=100.1","=0.15015","USDT","=0.15015",1795253916406],[9,"bybit-7-1","=2.5","=100.1","=0.15015","USDT","=0.15015",1795253916406]],"=5"],[8,"open","sell","=5","=99.9",false,"IOC","=100","b0000000e1b4bb541f4b89e8fd19ae20","short",0,0,"filled",1795253916385,[],[],[],[],false,[-1,[9,"kucoin-7-0","=2.5","=99.9","=0.14985","USDT","=0.14985",1795253916386],[9,"kucoin-7-1","=2.5","=99.9","=0.14985","USDT","=0.14985",1795253916386]],"=5"]],[5,"=5","=5"],[-1],[-1],[3,null,null,null,null,true,null],null,1795253916385,1795253916476,1795253916476,[],[],[],[],10]');
INSERT INTO "sqlite_sequence" VALUES ('journal',76);
CREATE INDEX execution_by_user ON execution (user_id, ended, created_at DESC, execution_id);
CREATE INDEX execution_open ON execution (ended) WHERE ended = 0;
CREATE INDEX token_by_user ON token (user_id, created_at);
CREATE INDEX execution_unsettled ON execution (funding_complete) WHERE ended = 1 AND funding_complete = 0;
CREATE UNIQUE INDEX promise_shown_once ON promise
		(slot_key, long_venue, long_symbol, CAST(round(horizon_hours) AS INTEGER), promised_at / 3600000) WHERE kind = 'shown';
CREATE UNIQUE INDEX promise_executed_once ON promise (execution_id) WHERE kind = 'executed';
CREATE INDEX promise_due ON promise (look_at) WHERE state = 'pending';
CREATE INDEX promise_pending ON promise (slot_key, horizon_bucket, verdict, kind, ends_at) WHERE state = 'pending';
CREATE INDEX promise_awaiting_net ON promise (promise_id) WHERE net_state = 'waiting';
CREATE INDEX promise_counted ON promise (promise_id) WHERE state <> 'pending' AND net_state <> 'waiting';
CREATE INDEX promise_sum_by_age ON promise_sum (updated_at);
CREATE INDEX life_by_begin ON life (first_seen DESC, life_id DESC);
CREATE INDEX life_by_pair ON life (pair, first_seen DESC, life_id DESC);
CREATE INDEX life_open ON life (first_seen DESC, life_id DESC) WHERE ended_at IS NULL;
CREATE INDEX life_ended ON life (ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX execution_by_job ON execution (job_id);
CREATE INDEX identity_by_user ON identity (user_id);
CREATE INDEX web_session_by_end ON web_session (expires_at);
CREATE INDEX oauth_record_by_grant ON oauth_record (grant_hash) WHERE grant_hash IS NOT NULL;
CREATE INDEX oauth_record_by_uid ON oauth_record (model, uid_hash) WHERE uid_hash IS NOT NULL;
CREATE INDEX oauth_record_by_code ON oauth_record (model, user_code_hash) WHERE user_code_hash IS NOT NULL;
CREATE INDEX oauth_record_by_user ON oauth_record (user_id, model) WHERE user_id IS NOT NULL;
CREATE INDEX oauth_record_by_client ON oauth_record (client_id) WHERE client_id IS NOT NULL;
CREATE INDEX oauth_record_by_end ON oauth_record (expires_at);
CREATE INDEX agent_by_user ON agent (user_id, created_at);
CREATE INDEX audit_by_user ON audit (user_id, seq);
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE TRIGGER audit_is_not_removed BEFORE DELETE ON audit BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE INDEX login_waiting_by_browser ON login_waiting (browser_hash, expires_at);
CREATE INDEX login_waiting_by_end ON login_waiting (kind, expires_at);
CREATE INDEX login_spent_token_by_end ON login_spent_token (expires_at);
CREATE INDEX oauth_pending_by_user ON oauth_pending (user_id, created_at DESC, state_hash);
CREATE INDEX oauth_pending_by_end ON oauth_pending (expires_at);
CREATE INDEX exchange_account_by_user ON exchange_account (user_id, venue, connected_at);
CREATE UNIQUE INDEX exchange_account_in_use ON exchange_account (user_id, venue) WHERE in_use = 1;
CREATE UNIQUE INDEX exchange_account_key ON exchange_account (venue, key_fingerprint) WHERE disconnected_at IS NULL;
CREATE UNIQUE INDEX exchange_account_uid ON exchange_account (venue, uid_fingerprint) WHERE disconnected_at IS NULL AND uid_fingerprint IS NOT NULL;
CREATE INDEX oauth_record_of_nobody ON oauth_record (model, created_at) WHERE user_id IS NULL;
CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit WHEN EXISTS (SELECT 1 FROM audit WHERE seq = NEW.seq)
		BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END;
CREATE INDEX paper_order_open ON paper_order (account_id, seq) WHERE status IN ('waiting', 'resting');
CREATE INDEX paper_fill_by_time ON paper_fill (account_id, filled_at);
CREATE INDEX paper_fill_by_order ON paper_fill (account_id, venue_order_id);
CREATE INDEX probe_order_open ON probe_order (begun_at) WHERE ended_at IS NULL;
CREATE INDEX alert_by_user ON alert (user_id, seq);
CREATE INDEX alert_by_time ON alert (raised_at);
CREATE INDEX alert_target_by_user ON alert_target (user_id, created_at);
CREATE INDEX alert_delivery_waiting ON alert_delivery (target_id, alert_seq) WHERE state = 'waiting';
CREATE INDEX alert_delivery_by_alert ON alert_delivery (alert_seq);
CREATE INDEX token_by_login ON token (login) WHERE login IS NOT NULL;
CREATE INDEX passkey_by_user ON passkey (user_id, created_at);
CREATE INDEX passkey_by_site ON passkey (site);
PRAGMA user_version = 25;
COMMIT;
