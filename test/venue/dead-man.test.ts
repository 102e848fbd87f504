/**
 * Tests dead-man switches through the adapter against each simulated exchange. The tests advance its clock instead of
 * waiting.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Decimal } from '../../src/domain/decimal.ts';
import type { Instrument } from '../../src/domain/instrument.ts';
import { SWITCH_PERIOD_MS, type SwitchAnswer } from '../../src/ports/dead-man-switch.ts';
import type { VenueTrading } from '../../src/ports/venue.ts';
import { textOf } from '../../src/sentences/sentence.ts';
import type { SimulatorAccount } from '../conformance/harness.ts';
import { okxClient } from '../conformance/okx-client.ts';
import { casesOf } from './cases.ts';
import { credentialsOf, type Fixture, LEVERAGE, openFixture, orderOf, reportOf } from './fixture.ts';
import { VENUE_ROWS } from './venue-rows.ts';

/** Each exchange's refusal for an account without access to the switch. */
const REFUSED: Readonly<Record<string, RegExp>> = {
	binance: /^Binance refuses its dead-man switch: .+-4088/,
	okx: /^OKX refuses its dead-man switch: .+50030/,
	bybit: /^Bybit refuses its dead-man switch: the account has no disconnection protection/,
	hyperliquid:
		/^Hyperliquid refuses its dead-man switch: (?:the account has traded 0 USD|Cannot set scheduled cancel)/,
};

describe.each(VENUE_ROWS.filter(({ venue }) => venue !== 'kucoin'))('$venue', (row) => {
	const { venue } = row;
	const prove = casesOf(venue);
	let fixture: Fixture;
	let btc: Instrument;
	let lowPrice: Decimal;
	let aheadMs = 0;
	let counter = 0;
	let account: SimulatorAccount;
	let name: string;

	/**
	 * Starts one simulator per case. Streams open by our own clock, so no stream could open once a case has advanced
	 * the exchange's clock.
	 */
	beforeEach(async () => {
		aheadMs = 0;
		fixture = await openFixture(row);
		btc = fixture.instrument('BTC');
		lowPrice = await fixture.priceOf(btc, 'sell');
		counter += 1;
		name = `armed${counter}`;
		account = await fixture.simulator.createAccount(name, { deposit: '10000' });
	});
	afterEach(() => fixture.close());

	const admin = (path: string, body: object) =>
		fixture.simulator.admin('POST', path, body) as Promise<{ readonly armed: readonly unknown[] }>;
	const grant = (on: boolean) => admin(`/accounts/${name}/dead-man`, { on });
	const armed = async (): Promise<readonly unknown[]> => {
		const shown = await fixture.simulator.admin('GET', `/accounts/${name}/dead-man`);
		return (shown as { readonly armed: readonly unknown[] }).armed;
	};

	async function pass(ms: number): Promise<void> {
		aheadMs += ms;
		await admin('/clock', { aheadMs });
	}

	async function session(): Promise<VenueTrading> {
		const trading = fixture.open(credentialsOf(account), () => aheadMs);
		await trading.warmUp();
		await trading.prepare(btc.symbol, LEVERAGE, 'isolated');
		return trading;
	}

	/** Sends a post-only buy far below the market. */
	async function rest(trading: VenueTrading, clientOrderId: string): Promise<void> {
		const order = orderOf({
			symbol: btc.symbol,
			clientOrderId,
			limitPrice: lowPrice,
			timeInForce: 'postOnly',
		});
		expect((await trading.placeOrder(order)).kind).toBe('accepted');
	}

	const statusOf = async (trading: VenueTrading, id: string): Promise<string> =>
		(await reportOf(trading, btc.symbol, id)).status;

	function switchOf({ deadMan }: VenueTrading): NonNullable<VenueTrading['deadMan']> {
		if (deadMan === undefined) throw new Error(`${venue} has no switch here.`);
		return deadMan;
	}

	const own = (): string => `a0${counter.toString(16).padStart(30, '0')}`;
	const isOurs = (id: string): boolean => id === own();

	/** Simulates a dead process, which sends no renewals and has no connections. */
	async function falls(trading: VenueTrading): Promise<VenueTrading> {
		await trading.close();
		await expect.poll(async () => (await armed()).length).toBe(1);
		await pass(SWITCH_PERIOD_MS + 1_000);
		return session();
	}

	prove(
		'dead-man switch',
		'keeps our order while the switch is renewed and cancels it after silence',
		async () => {
			await grant(true);
			const trading = await session();
			// The simulator can grant the switch regardless of the traded volume.
			if (venue !== 'hyperliquid')
				expect(await switchOf(trading).check(btc.symbol, isOurs)).toMatchObject({ kind: 'yes' });
			expect(await switchOf(trading).arm(btc.symbol, isOurs)).toMatchObject({ kind: 'yes' });
			await rest(trading, own());
			for (let renewal = 0; renewal < 3; renewal += 1) {
				await pass(SWITCH_PERIOD_MS * 0.6);
				expect(await switchOf(trading).arm(btc.symbol, isOurs)).toMatchObject({ kind: 'yes' });
			}
			expect(await statusOf(trading, own())).toBe('open');
			const later = await falls(trading);
			expect(await statusOf(later, own())).toBe('canceled');
			await later.close();
		},
	);

	prove('dead-man switch', 'cancels nothing once disarmed', async () => {
		await grant(true);
		const trading = await session();
		expect(await switchOf(trading).arm(btc.symbol, isOurs)).toMatchObject({ kind: 'yes' });
		await rest(trading, own());
		await pass(1_000);
		expect(await switchOf(trading).disarm(btc.symbol)).toBe(true);
		expect(await armed()).toEqual([]);
		await trading.close();
		await pass(SWITCH_PERIOD_MS + 1_000);
		const later = await session();
		expect(await statusOf(later, own())).toBe('open');
		await later.close();
	});

	prove('dead-man switch', 'never cancels a foreign order', async () => {
		await grant(true);
		const trading = await session();
		// This id has the form of ours, as one in a hundred random ids does.
		const theirs = `a0${'d'.repeat(30)}`;
		await rest(trading, own());
		if (venue === 'okx') {
			const client = okxClient(fixture.simulator.port, account);
			const terms = { instId: btc.symbol, tdMode: 'isolated', side: 'buy', ordType: 'post_only', sz: '1' };
			const px = String(Math.floor((Number(lowPrice) / 1e18) * 0.97));
			const order = { ...terms, px, clOrdId: theirs };
			const placed = await client.ask('POST', '/api/v5/trade/order', order, { ageMs: -aheadMs });
			expect(placed.body.data[0]).toMatchObject({ sCode: '0' });
			expect(await switchOf(trading).arm(btc.symbol, isOurs)).toMatchObject({ kind: 'yes' });
			const later = await falls(trading);
			expect(await statusOf(later, own())).toBe('canceled');
			expect(await statusOf(later, theirs)).toBe('open');
			return later.close();
		}
		await rest(trading, theirs);
		for (const ask of [switchOf(trading).check, switchOf(trading).arm])
			expect(worded(await ask(btc.symbol, isOurs))).toEqual({
				kind: 'no',
				said: expect.stringMatching(
					/would cancel all open orders (in|on) the \w+, and 1 of them is not ours$/,
				),
			});
		await trading.close();
		await pass(SWITCH_PERIOD_MS + 1_000);
		const later = await session();
		expect([await statusOf(later, own()), await statusOf(later, theirs)]).toEqual(['open', 'open']);
		await later.close();
	});

	prove(
		'dead-man switch',
		'reports an account without access and does not take an outage for a refusal',
		async () => {
			if (venue === 'binance' || venue === 'okx') await grant(false);
			const trading = await session();
			expect(worded(await switchOf(trading).arm(btc.symbol, isOurs))).toEqual({
				kind: 'no',
				said: expect.stringMatching(REFUSED[venue] ?? /^$/),
			});
			if (venue !== 'binance')
				expect(worded(await switchOf(trading).check(btc.symbol, isOurs))).toEqual({
					kind: 'no',
					said: expect.stringMatching(REFUSED[venue] ?? /^$/),
				});
			await grant(true);
			await fixture.simulator.admin('POST', '/faults', {
				operation: 'deadMan',
				count: 1,
				action: { kind: 'status', at: 'before', status: 502 },
			});
			expect(await switchOf(trading).arm(btc.symbol, isOurs)).toMatchObject({ kind: 'unknown' });
			await fixture.simulator.admin('DELETE', '/faults');
			await trading.close();
		},
	);
});

test('KuCoin has no dead-man switch', async () => {
	const row = VENUE_ROWS.find(({ venue }) => venue === 'kucoin');
	if (row === undefined) throw new Error('KuCoin is one of the venues.');
	const fixture = await openFixture(row);
	const { trading } = await fixture.trader('without');
	expect(trading.deadMan).toBeUndefined();
	await trading.close();
	await fixture.close();
});

/** Replaces the finding by its English text. */
function worded({ kind, said }: SwitchAnswer): { readonly kind: string; readonly said: string } {
	return { kind, said: textOf(said) };
}
