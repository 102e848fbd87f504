/**
 * Tests the Hyperliquid front end with a minimal client: signed content, nonces and expiry, and the rules for prices
 * and ids.
 */
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Simulator, type SimulatorAccount, startSimulator } from './harness.ts';
import { type RawClient, rawClient } from './hyperliquid-client.ts';

const DAY_MS = 86_400_000;
const BTC = 0;

let simulator: Simulator;
let account: SimulatorAccount;
let api: RawClient;
let counter = 0;

beforeAll(async () => {
	simulator = await startSimulator({ exchange: 'hyperliquid', settleInSeconds: 3_600 });
	await simulator.admin('POST', '/limits', { on: false });
	account = await simulator.createAccount('bare', { deposit: '100000' });
	api = rawClient(simulator.port, account);
});

afterAll(async () => {
	await simulator[Symbol.asyncDispose]();
});

function ownId(): string {
	counter += 1;
	return `0x${counter.toString(16).padStart(32, 'b')}`;
}

/** Returns a price with two significant figures, far below the market. */
async function lowPrice(): Promise<number> {
	const { body } = await api.info('allMids');
	const mid = Number((body as { readonly BTC: string }).BTC);
	return Number((mid * 0.6).toPrecision(2));
}

function order(p: string, members: object = {}): object {
	const plain = { a: BTC, b: true, p, s: '0.01', r: false, t: { limit: { tif: 'Gtc' } }, c: ownId() };
	return { type: 'order', orders: [{ ...plain, ...members }], grouping: 'na' };
}

/** Returns the status of the only order in an action. */
function statusOf(body: unknown): Readonly<Record<string, unknown>> {
	const { response } = body as {
		readonly response: { readonly data: { readonly statuses: readonly Record<string, unknown>[] } };
	};
	return response.data.statuses[0] ?? {};
}

const NOBODY = /^User or API Wallet 0x[0-9a-f]{40} does not exist\.$/;

describe('a signature', () => {
	it('covers the action with its nonce and its expiry', async () => {
		const expiresAfter = Date.now() + 60_000;
		const { body } = await api.act(order(String(await lowPrice())), { expiresAfter });
		expect(statusOf(body)).toMatchObject({ resting: { oid: expect.any(Number) } });
	});

	it.each([
		['another price', async () => ({ action: order(String((await lowPrice()) - 1_000)) })],
		['another nonce', async () => ({ nonce: Date.now() + 1_000 })],
		['an unsigned expiry', async () => ({ expiresAfter: Date.now() + 50_000 })],
	])('does not cover %s: the recovered signer is unknown', async (_what, changed) => {
		const { body } = await api.act(order(String(await lowPrice())), {}, await changed());
		expect(body).toMatchObject({ status: 'err', response: expect.stringMatching(NOBODY) });
	});
});

describe('nonces and expiry', () => {
	it('accepts a nonce once', async () => {
		const nonce = Date.now() + 5_000;
		const action = order(String(await lowPrice()));
		expect(statusOf((await api.act(action, { nonce })).body)).toHaveProperty('resting');
		expect((await api.act(order(String(await lowPrice())), { nonce })).body).toMatchObject({ status: 'err' });
	});

	it.each([
		['two days behind', -2 * DAY_MS - 1_000],
		['a day ahead', DAY_MS + 1_000],
	])('rejects a nonce more than %s', async (_what, away) => {
		const { body } = await api.act(order(String(await lowPrice())), { nonce: Date.now() + away });
		expect(body).toMatchObject({ status: 'err' });
	});

	it('rejects an expired action without placing an order', async () => {
		const c = ownId();
		const expiresAfter = Date.now() - 1;
		const { body } = await api.act(order(String(await lowPrice()), { c }), { expiresAfter });
		expect(body).toMatchObject({ status: 'err' });
		const known = await api.info('orderStatus', { user: account.key, oid: c });
		expect(known.body).toEqual({ status: 'unknownOid' });
	});
});

describe('prices, sizes and ids', () => {
	it.each([
		['a price with six figures', '60123.4', {}],
		['a price with more decimals than six minus the size decimals', '60000.01', {}],
		['a size with too many decimals', undefined, { s: '0.000001' }],
		['a malformed client id', undefined, { c: '0x12' }],
	])('rejects %s', async (_what, price, members) => {
		const { status, body } = await api.act(order(price ?? String(await lowPrice()), members));
		const refused = status !== 200 || (body as { readonly status: string }).status === 'err';
		expect(refused || typeof statusOf(body).error === 'string').toBe(true);
	});

	it('accepts integer prices with more figures', async () => {
		const price = Math.trunc(await lowPrice()) + 1;
		expect(String(price).length).toBeGreaterThanOrEqual(5);
		expect(statusOf((await api.act(order(String(price)))).body)).toHaveProperty('resting');
	});
});

describe('approvals by an account', () => {
	const OWNER = `0x${'51'.repeat(32)}` as const;
	const AGENT = `0x${'52'.repeat(32)}` as const;
	const agentAddress = privateKeyToAddress(AGENT);
	const MEMBERS = [
		{ name: 'agentAddress', type: 'address' },
		{ name: 'agentName', type: 'string' },
	];
	let owner: RawClient;
	let agent: RawClient;
	let user: string;

	beforeAll(async () => {
		user = privateKeyToAddress(OWNER).toLowerCase();
		await simulator.createAccount('owner', { key: user, secret: OWNER, deposit: '10000' });
		owner = rawClient(simulator.port, { secret: OWNER });
		agent = rawClient(simulator.port, { secret: AGENT });
	});

	const approveAgent = (by: RawClient, agentName: string, sent = {}) =>
		by.approve(
			'HyperliquidTransaction:ApproveAgent',
			MEMBERS,
			{ type: 'approveAgent', agentAddress, agentName },
			sent,
		);
	const roleOf = async (address: string) => (await api.info('userRole', { user: address })).body;

	it('a wallet trades after the account’s own key has approved it, and only with the signed values', async () => {
		const price = String(await lowPrice());
		expect((await agent.act(order(price))).body).toMatchObject({
			status: 'err',
			response: expect.stringMatching(NOBODY),
		});
		// A wallet cannot approve itself, and a changed address invalidates the signature.
		for (const refused of [approveAgent(agent, ''), approveAgent(owner, '', { agentAddress: user })])
			expect((await refused).body).toMatchObject({
				status: 'err',
				response: expect.stringMatching(/^Must deposit before performing actions\. User: 0x[0-9a-f]{40}$/),
			});
		expect(await roleOf(agentAddress)).toEqual({ role: 'missing' });

		expect((await approveAgent(owner, '')).body).toEqual({ status: 'ok', response: { type: 'default' } });
		expect(await roleOf(agentAddress)).toEqual({ role: 'agent', data: { user } });
		expect(statusOf((await agent.act(order(price))).body)).toHaveProperty('resting');
		expect((await api.info('openOrders', { user })).body).toHaveLength(1);
	});

	it('a named wallet is listed with its expiry and is unknown afterwards', async () => {
		const until = Date.now() + DAY_MS;
		await approveAgent(owner, `bot valid_until ${until}`);
		const listed = async () => (await api.info('extraAgents', { user })).body;
		expect(await listed()).toEqual([{ name: 'bot', address: agentAddress.toLowerCase(), validUntil: until }]);
		await approveAgent(owner, `bot valid_until ${Date.now() - 1}`);
		expect(await listed()).toEqual([]);
		expect(await roleOf(agentAddress)).toEqual({ role: 'missing' });
	});

	it('rejects an order with a builder until the account has approved the builder, even without a fee', async () => {
		const builder = { b: `0x${'ab'.repeat(20)}`, f: 0 };
		const price = String(await lowPrice());
		const withBuilder = async () => (await owner.act({ ...order(price), builder })).body;
		const refusal = { status: 'err', response: 'Builder fee has not been approved.' };
		expect(await withBuilder()).toEqual(refusal);
		const approved = await owner.approve(
			'HyperliquidTransaction:ApproveBuilderFee',
			[
				{ name: 'maxFeeRate', type: 'string' },
				{ name: 'builder', type: 'address' },
			],
			{ type: 'approveBuilderFee', maxFeeRate: '0.01%', builder: builder.b },
		);
		expect(approved.body).toMatchObject({ status: 'ok' });
		expect((await api.info('maxBuilderFee', { user, builder: builder.b })).body).toBe(10);
		expect(statusOf(await withBuilder())).toHaveProperty('resting');
	});
});

it('rejects a price more than 95 % from the mark on either side; other prices rest', async () => {
	const mid = (await lowPrice()) / 0.6;
	const sent = async (factor: number, b: boolean) =>
		statusOf((await api.act(order(String(Number((mid * factor).toPrecision(2))), { b }))).body);
	const refused = {
		error: 'Order price cannot be more than 95% away from the reference price asset=0',
	};
	expect(await sent(0.01, true)).toEqual(refused);
	expect(await sent(2.1, false)).toEqual(refused);
	expect(await sent(0.1, true)).toHaveProperty('resting');
	expect(await sent(1.8, false)).toHaveProperty('resting');
});

it('classifies referral actions separately from trading', async () => {
	await simulator.admin('POST', '/faults', {
		operation: 'promotion',
		count: 10,
		action: { kind: 'delay', at: 'before', ms: 0 },
	});
	await api.act({ type: 'setReferrer', code: 'CODE' });
	await api.act(order(String(await lowPrice())));
	const { faults } = (await simulator.admin('GET', '/faults')) as {
		readonly faults: readonly { readonly matched: number }[];
	};
	expect(faults.map(({ matched }) => matched)).toEqual([1]);
});
