/**
 * Writes a data directory with the running version, so that tests can check that later versions still open it:
 *
 *     node test/upgrade/write-fixture.ts test/upgrade/0.2.0
 *
 * The same version always writes the same files. Run it once per release, before the next migration, and never change
 * the files afterwards. `carrywire.sql` is the complete database. `vault.key` has the keys for its secrets (created
 * for this purpose, used nowhere else). `recordings/`, written separately by the version's own recorder, exists for a
 * version whose format a later one replaced. `expected.json` has this version's figures. `settings.json` in the same
 * folder is written manually from the release's `docs/configuration.md`. It has every setting with its default, or
 * with an example if there is no default.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { openAccountBook } from '../../src/accounts/account-book.ts';
import { createExchangeAccounts } from '../../src/accounts/exchange-accounts.ts';
import { NO_SELF_CHECKS } from '../../src/accounts/self-checks.ts';
import { fromInteger, parseDecimal } from '../../src/domain/decimal.ts';
import { foldExecution } from '../../src/domain/execution-fold.ts';
import { encodePayload } from '../../src/domain/journal-codec.ts';
import { createAgentAuthority } from '../../src/identity/agents.ts';
import { createTokenAuthority } from '../../src/identity/tokens.ts';
import { SILENT_LOGGER } from '../../src/ports/logger.ts';
import type { CallingAgent, ExecuteAnswer, ExecuteRequest } from '../../src/ports/order-service.ts';
import { seededRandom } from '../../src/runtime/seeded-random.ts';
import { createAgentStore } from '../../src/store/agents.ts';
import { holdDataMode } from '../../src/store/data-mode.ts';
import { createDirectoryFacts } from '../../src/store/directory-facts.ts';
import { createExchangeAccountStore } from '../../src/store/exchange-accounts.ts';
import { MIGRATIONS } from '../../src/store/migrations.ts';
import { createSqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createTokenStore } from '../../src/store/tokens.ts';
import { createVaultStore } from '../../src/store/vault.ts';
import { openVault } from '../../src/vault/open-vault.ts';
import { createRawKeyProvider, newRawKey, writeRawKey } from '../../src/vault/raw-keys.ts';
import { createTradingFixture, type TradingFixture } from '../support/trading-fixture.ts';
import { TRADING_KEY } from '../support/trading-key.ts';
import { NO_FAULTS } from '../support/venue-faults.ts';
import { executionFigures } from './execution-figures.ts';

const USER = 'user_a';
const SEED = 20_261_122;
const COINS = ['SOL', 'BTC', 'ETH', 'XRP', 'ADA'];

const folder = process.argv[2];
if (folder === undefined) throw new Error('Name the folder to write to.');

const random = seededRandom(SEED);
const fixture = createTradingFixture(SEED);
const { database, clock } = fixture;
await holdDataMode(createDirectoryFacts(createSqliteDatabase(database)), '', 'simulated');

const key = newRawKey(random);
const keys = createRawKeyProvider([key], 'the fixture', random);
const vault = await openVault({ keys, store: createVaultStore(createSqliteDatabase(database)), random });
const tokenStore = createTokenStore(createSqliteDatabase(database));
await tokenStore.ensureUser({ userId: USER, name: 'owner', createdAt: clock.now() });
const agents = await createAgentAuthority({
	store: createAgentStore(createSqliteDatabase(database)),
	clock,
	random,
	logger: SILENT_LOGGER,
});
const caps = {
	amountMax: fromInteger(5_000),
	openAmountMax: null,
	pairs: ['bybit-kucoin'],
	executionsPerDay: 10,
	mustBeTrade: false,
};
const wish = { name: 'night watch', scopes: ['arb:read', 'arb:trade'] as const, caps };
const agent = await agents.create(USER, { ...wish, publicKeys: undefined, requiresDpop: false });
const tokens = createTokenAuthority({ store: tokenStore, clock, random, logger: SILENT_LOGGER, agents });
const issued = await tokens.issue({
	userName: 'owner',
	name: 'fixture',
	scopes: ['arb:read', 'arb:trade'],
	ttlMs: 24 * 3_600_000,
});
await connectAccounts();
await trade(fixture, { agentId: agent.agent.agentId, caps });

const written: [string, unknown][] = [];
for (const ended of [false, true])
	for (const { executionId } of await fixture.journal.userExecutions(USER, {
		ended,
		offset: 0,
		limit: 100,
	})) {
		const state = foldExecution(await fixture.journal.readExecution(executionId));
		written.push([executionId, executionFigures(state)]);
	}
const executions = Object.fromEntries(written);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'carrywire.sql'), dump(database));
writeFileSync(join(folder, 'vault.key'), `${writeRawKey(key)}\n`, { mode: 0o600 });
const expected = {
	schema: MIGRATIONS.length,
	at: clock.now(),
	token: issued.token,
	agent: { id: agent.agent.agentId, key: agent.key },
	executions,
};
writeFileSync(
	join(folder, 'expected.json'),
	`${JSON.stringify(JSON.parse(encodePayload(expected)), null, '\t')}\n`,
);
process.exit(0);

async function connectAccounts(): Promise<void> {
	const store = createExchangeAccountStore(createSqliteDatabase(database));
	const accounts = createExchangeAccounts({
		mode: 'simulated',
		book: await openAccountBook({ store, vault, log: SILENT_LOGGER }),
		vault,
		trade: fixture.accountTrade,
		openKey: (venue, { apiKey }) => ({
			...fixture.session(venue === 'kucoin' ? 'kucoin' : 'bybit'),
			describeKey: async () => ({ ...TRADING_KEY, uid: `uid of ${apiKey}` }),
			close: async () => {},
		}),
		selfChecks: NO_SELF_CHECKS,
		clock,
		random,
		log: SILENT_LOGGER,
		disconnectWaitMs: 1_000,
	});
	for (const venue of ['bybit', 'kucoin'])
		await fixture.settled(
			accounts.connect({
				userId: USER,
				venue,
				kind: 'api_key',
				credentials: { apiKey: `key at ${venue}`, secret: `secret at ${venue}`, passphrase: 'a passphrase' },
			}),
		);
	accounts.close();
}

/**
 * Writes five executions: one running with booked funding, one closed in two parts, one that needs attention, one
 * failed, and one opened by the agent.
 */
async function trade(on: TradingFixture, calling: CallingAgent): Promise<void> {
	const running = await open(on, 'SOL', {});
	await on.settled(
		on.controls.updateExit({ userId: USER, agent: undefined }, running, { maxHours: fromInteger(72) }),
	);
	const parts = await open(on, 'BTC', { idempotencyKey: 'fixture' });
	await close(on, 'BTC', parts, '0.4');
	await close(on, 'BTC', parts, '1');
	await open(on, 'ETH', { agent: calling });
	for (const venue of [on.bybit, on.kucoin]) venue.setFaults({ ...NO_FAULTS, unfilled: 1 });
	await open(on, 'ADA', {});
	await fed(on, 400);
	for (const venue of [on.bybit, on.kucoin]) venue.setFaults(NO_FAULTS);
	const instant = Math.ceil(on.clock.now() / 3_600_000) * 3_600_000;
	on.bybit.settle('SOLUSDT', instant, parseDecimal('-0.0123'));
	on.kucoin.settle('SOLUSDTM', instant, parseDecimal('0.0937'));
	await fed(on, 3_700);
	const touched = await open(on, 'XRP', {});
	on.bybit.tradeByHand('XRPUSDT', parseDecimal('2'), fromInteger(100));
	await fed(on, 60);
	if (on.driver.state(touched)?.attention === null) throw new Error('A person is needed for XRP.');
	await on.portfolio.sample();
	await on.settled(
		on.switches.halt({
			target: { scope: 'user', userId: USER },
			reason: 'for the fixture',
			by: issued.tokenId,
			closeAll: false,
		}),
	);
}

/** Advances virtual time while the coins' prices are updated. */
async function fed(on: TradingFixture, seconds: number): Promise<void> {
	for (let second = 0; second < seconds; second += 4) {
		for (const coin of COINS) on.feed(coin);
		await on.pass(4_000);
	}
}

async function open(on: TradingFixture, coin: string, change: Partial<ExecuteRequest>): Promise<string> {
	for (const each of COINS) on.feed(each);
	const opportunityId = on.feed(coin);
	const answer = (await on.settled(on.execute({ opportunityId, ...change }))) as ExecuteAnswer;
	await fed(on, 4);
	return answer.executionId;
}

async function close(on: TradingFixture, coin: string, executionId: string, share: string): Promise<void> {
	on.feed(coin);
	const by = { userId: USER, agent: undefined, executionId, maxSlippageBps: undefined };
	await on.settled(on.orderService.close({ ...by, share: parseDecimal(share) }));
}

/** Returns the SQL statements that recreate the database: tables, then rows, then everything else. */
function dump(from: DatabaseSync): string {
	// The database records when each migration was applied. That time is replaced, so that the same version writes
	// the same files every time.
	from.prepare('UPDATE schema_migration SET applied_at = ?').run(clock.now());
	const made = from
		.prepare(
			"SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
		)
		.all();
	const sqlOf = (wanted: (type: string) => boolean): string[] =>
		made.filter(({ type }) => wanted(String(type))).map(({ sql }) => `${String(sql)};`);
	const tables = made.filter(({ type }) => type === 'table').map(({ name }) => String(name));
	const sequences = from.prepare("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_sequence'").get();
	const rows = [...tables, ...(sequences === undefined ? [] : ['sqlite_sequence'])].flatMap((table) =>
		rowsOf(from, table),
	);
	return [
		'BEGIN;',
		...sqlOf((type) => type === 'table'),
		'DELETE FROM sqlite_sequence;',
		...rows,
		...sqlOf((type) => type !== 'table'),
		`PRAGMA user_version = ${MIGRATIONS.length};`,
		'COMMIT;',
		'',
	].join('\n');
}

function rowsOf(from: DatabaseSync, table: string): string[] {
	const columns = from
		.prepare('SELECT name FROM pragma_table_info(?)')
		.all(table)
		.map(({ name }) => `quote("${String(name)}")`);
	return from
		.prepare(`SELECT ${columns.join(` || ',' || `)} AS written FROM "${table}"`)
		.all()
		.map(({ written }) => `INSERT INTO "${table}" VALUES (${String(written)});`);
}
