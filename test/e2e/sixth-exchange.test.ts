/**
 * Tests that adding an exchange takes only one folder in the service, one folder in the simulator, and its
 * registration. The test adds Tidemark, an invented exchange, to a copy of the repository. It then trades there
 * through the complete service.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WAIT_MS_MAX } from '../../scripts/hang-limits.ts';
import { runStep } from '../../scripts/steps.ts';
import { copyWithSixthExchange, REGISTRATION } from '../sixth-exchange/copied-repository.ts';

const FILES_MAX = 3;
const COMPILER = 'node_modules/typescript/bin/tsc';

/** Runs a script in the copy and returns its output. @throws Error with the script's output when it fails */
async function run(root: string, script: string, ...words: readonly string[]): Promise<string> {
	const { passed, output } = await runStep({
		name: script,
		nodeArguments: [join(root, script), ...words],
		durationMsMax: WAIT_MS_MAX,
	});
	expect(passed, output).toBe(true);
	return output;
}

/** Runs a script from the copy and parses the line of JSON that it prints. */
async function told(root: string, script: string): Promise<unknown> {
	const output = await run(root, script);
	return JSON.parse(output.split('\n').find((line) => line.startsWith('{')) ?? 'null');
}

test('a sixth exchange is two folders and three registrations, and trades through the whole service', async () => {
	using copy = copyWithSixthExchange();
	const { root } = copy;
	const changes = copy.changes();
	expect([...changes.keys()].sort()).toEqual(Object.keys(REGISTRATION).sort());
	expect(changes.size).toBeLessThanOrEqual(FILES_MAX);
	for (const [path, { gained, lost }] of changes) {
		expect(lost).toEqual([]);
		expect(gained).toEqual(REGISTRATION[path]?.map(({ line }) => line));
	}

	const [known, seen] = await Promise.all([
		told(root, 'test/sixth-exchange/known.ts'),
		told(root, 'test/sixth-exchange/trade.ts'),
		run(root, COMPILER, '--noEmit', '-p', root, '--checkers', '1'),
	]);
	expect(known).toEqual({
		traded: ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid', 'tidemark'],
		simulated: ['bybit', 'kucoin', 'binance', 'okx', 'hyperliquid', 'tidemark'],
		shownName: 'Tidemark',
		keyForm: 'key and secret',
		hosts: ['api.tidemark.test', 'stream.tidemark.test'],
		oauth: 'manual_key',
		faults: [],
		oauthFaults: [expect.stringMatching(/exchangeOAuth.*tidemark/)],
	});
	expectTraded(seen);
});

type Seen = {
	readonly symbols: readonly string[];
	readonly exchanges: readonly string[];
	readonly size: string;
	readonly heldOpen: readonly (readonly { readonly symbol: string; readonly quantity: string }[])[];
	readonly ledger: { readonly total: string };
	readonly gained: string;
};

/**
 * Checks that the position is hedged, receives hourly funding and closes flat. The service must book exactly the
 * amounts that the exchanges recorded.
 */
function expectTraded(told: unknown): void {
	const seen = told as Seen;
	expect(seen.exchanges.toSorted()).toEqual(['bybit', 'tidemark']);
	const [long] = seen.exchanges;
	const quantities = { [`${long}`]: seen.size };
	const quantityAt = (venue: string): string => quantities[venue] ?? `-${seen.size}`;
	const symbolAt = (venue: string): string | undefined => seen.symbols[seen.exchanges.indexOf(venue)];
	expect(symbolAt('tidemark')).toMatch(/^PERP_[A-Z]+\.USDT$/);
	expect(seen.heldOpen).toEqual(
		['bybit', 'tidemark'].map((venue) => [{ symbol: symbolAt(venue), quantity: quantityAt(venue) }]),
	);
	expect(seen).toMatchObject({
		// The command line recognizes Tidemark but cannot read its accounts: it reads accounts through ccxt's
		// classes, and ccxt has none for Tidemark.
		commandLine: expect.stringMatching(/ccxt does not support Tidemark/),
		pairs: [{ exchanges: ['bybit', 'tidemark'], active: true, reason: null }],
		intervalHours: '1',
		payments: expect.arrayContaining([
			expect.objectContaining({ exchange: 'bybit' }),
			expect.objectContaining({ exchange: 'tidemark' }),
		]),
		closed: { success: true, status: 'closed' },
		heldClosed: [[], []],
		ledger: { counts: { fill: 4, fee: 4, funding: 2 } },
		unexplained: ['0', '0'],
		brokenIdentities: [],
		leaked: [],
	});
	expect(Number(seen.size)).toBeGreaterThan(0);
	expect(Number(seen.gained)).not.toBe(0);
	expect(seen.ledger.total).toBe(seen.gained);
}
