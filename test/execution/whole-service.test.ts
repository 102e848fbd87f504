import { expect, test } from 'vitest';
import {
	add,
	type Decimal,
	formatDecimal,
	fromInteger,
	parseDecimal,
	sub,
	sum,
} from '../../src/domain/decimal.ts';
import { fixtureInstrument } from '../support/fixture-feed.ts';
import type { ListedContract } from '../support/in-process-venues.ts';
import { openWholeService, type WholeService } from '../support/whole-service.ts';

const START_AT = Date.UTC(2026, 10, 21, 8, 50);
const MINUTE_MS = 60_000;
const KEYS = { bybit: 'bybit of ann', kucoin: 'kucoin of ann' } as const;
const WALLET = 10_000;
/** The exchanges' taker fee, 6 bp. */
const TAKER_FEE = parseDecimal('0.0006');
/** Hourly funding: the long leg at Bybit receives 1 bp and the short leg at KuCoin 2 bp. */
const RATES = { bybit: parseDecimal('-0.0001'), kucoin: parseDecimal('0.0002') } as const;

const contract = (venue: 'bybit' | 'kucoin'): ListedContract => ({
	instrument: fixtureInstrument(venue, 'SOL'),
	bid: parseDecimal('149.99'),
	ask: parseDecimal('150.01'),
	depth: fromInteger(10_000),
	fundingRate: RATES[venue],
});

type Shown = { readonly executions: readonly { readonly execution: { readonly status: string } }[] };

async function shown(whole: WholeService, token: string): Promise<readonly string[]> {
	const { executions } = (await whole.call(token, 'portfolio_live', {})) as unknown as Shown;
	return executions.map(({ execution }) => execution.status);
}

const held = ({ venues }: WholeService, venue: 'bybit' | 'kucoin'): Decimal =>
	venues.exchange(venue).accountOf(KEYS[venue]).positions.get(fixtureInstrument(venue, 'SOL').symbol)
		?.quantity ?? (0n as Decimal);

/** Returns the total change in the wallets at both exchanges since the accounts were opened, USD. */
const gained = ({ venues }: WholeService): Decimal =>
	sum(
		(['bybit', 'kucoin'] as const).map((venue) => {
			const { wallet, walletAtStart } = venues.exchange(venue).accountOf(KEYS[venue]);
			return sub(wallet, walletAtStart);
		}),
	);

test('an embedded service opens, receives funding and closes, and its ledger equals the exchanges’ bookings', async () => {
	await using whole = await openWholeService({
		seed: 20_261_126,
		startAt: START_AT,
		contracts: [contract('bybit'), contract('kucoin')],
	});
	const token = await whole.token('ann', ['arb:read', 'arb:trade', 'exchange:connect']);
	await whole.pass(MINUTE_MS);
	expect(whole.service.readiness()).toEqual({ ready: true, reasons: [] });
	for (const [venue, apiKey] of Object.entries(KEYS)) {
		whole.venues.openAccount(venue, apiKey, WALLET);
		const connected = await whole.call(token, 'connect_exchange', {
			exchange: venue,
			api_key: apiKey,
			api_secret: 'a secret',
			...(venue === 'kucoin' ? { api_passphrase: 'words' } : {}),
		});
		expect(connected.success).toBe(true);
	}

	const list = await whole.call(token, 'get_opportunities', {});
	const [best] = list.data as readonly { opportunity_id: string; direction: string }[];
	expect(best?.direction).toBe('Long Bybit / Short KuCoin');
	const opened = await whole.call(token, 'execute_opportunity', {
		opportunity_id: best?.opportunity_id,
		amount: 1_000,
	});
	expect(opened.status).toBe('queued');
	await whole.pass(30_000);
	expect(await shown(whole, token)).toEqual(['running']);
	expect(held(whole, 'bybit')).toBeGreaterThan(0n);
	expect(add(held(whole, 'bybit'), held(whole, 'kucoin'))).toBe(0n);
	const quantity = held(whole, 'bybit');

	// The time from about 08:52 to 10:02 includes two settlements.
	await whole.pass(70 * MINUTE_MS);
	expect(await shown(whole, token)).toEqual(['running']);
	const closed = await whole.call(token, 'close_execution', { execution_id: opened.execution_id });
	expect(closed.status).toBe('closed');
	expect([held(whole, 'bybit'), held(whole, 'kucoin')]).toEqual([0n, 0n]);
	expect(await shown(whole, token)).toEqual([]);

	const ledger = await whole.call(token, 'export_ledger', {});
	const rows = ledger.rows as readonly { kind: string; usd_value: string }[];
	const booked = (kind: string) =>
		rows.filter((row) => row.kind === kind).map(({ usd_value }) => parseDecimal(usd_value));
	expect([booked('fill').length, booked('fee').length, booked('funding').length]).toEqual([4, 4, 4]);
	const total = sum(rows.map(({ usd_value }) => parseDecimal(usd_value)));
	expect(formatDecimal(total)).toBe(formatDecimal(gained(whole)));
	expect(formatDecimal(total)).toBe(formatDecimal(byHand(quantity)));
	expect(whole.errors).toEqual([]);
});

/**
 * Calculates the expected result. Over entry and exit, each leg pays the spread of 2 cents once, and the legs pay
 * four fees in total. Both legs receive funding at two settlements, at a mark price of 150.
 */
function byHand(quantity: Decimal): Decimal {
	const coins = Number(formatDecimal(quantity));
	const of = (value: number): Decimal => parseDecimal(value.toFixed(8));
	const spread = of(-2 * 0.02 * coins);
	const fee = (price: number): Decimal => of(-price * coins * Number(formatDecimal(TAKER_FEE)));
	const fees = sum([fee(150.01), fee(149.99), fee(149.99), fee(150.01)]);
	const paid = sum([of(150 * coins * 0.0001), of(150 * coins * 0.0002)]);
	return sum([spread, fees, paid, paid]);
}
