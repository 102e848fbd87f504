/** Tests the decisions of pots: their order, their ends, and two processes that decide at once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { ANN, POT_SETTINGS } from '../../test/support/pot-world.ts';
import { resultsOf, storePerTest } from '../../test/support/store-per-test.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { Pot } from '../ports/autopilot.ts';
import type { ChangeEvent, DecidedChange, DecisionRecord, PotStore } from '../ports/autopilot-store.ts';
import { createPotStore } from './pots.ts';
import { createTokenStore } from './tokens.ts';

const databases = storePerTest();
let store: PotStore;

const pot = (potId: string, change: Partial<Pot> = {}): Pot => ({
	potId,
	userId: ANN,
	agentId: null,
	tradesAs: ANN,
	kind: 'live',
	shadowOf: null,
	settings: POT_SETTINGS,
	state: 'running',
	stateReason: null,
	stateAt: 5,
	settingsAt: null,
	createdAt: 5,
	...change,
});

beforeEach(async () => {
	await createTokenStore(databases.now()).ensureUser({ userId: ANN, name: 'ann', createdAt: 1 });
	store = createPotStore(databases.now());
	await store.insert([pot('pot_1'), pot('pot_2')]);
});

const change = (kind: DecidedChange['kind'], coin: string): DecidedChange => ({
	kind,
	coin,
	long: { venue: 'bybit', symbol: `${coin}USDT` },
	short: { venue: 'kucoin', symbol: `${coin}USDTM` },
	executionId: null,
	leg: null,
	notional: parseDecimal('12.5'),
	share: null,
	gain: null,
	cost: null,
	costMax: null,
	// The text looks like a member of a change. It must not count as one.
	explanation: 'a test with "remaining": in it',
	remaining: null,
});
const decision = (decisionId: string, fields: Partial<DecisionRecord> = {}): DecisionRecord => ({
	decisionId,
	potId: 'pot_1',
	at: 10,
	trigger: { kind: 'daily', key: decisionId, exchange: null, coin: null },
	plan: null,
	changes: [change('open', 'BTC'), change('reduce', 'ETH')],
	validUntil: 20,
	...fields,
});
const idsOf = (decisions: readonly { readonly decisionId: string }[]) =>
	decisions.map(({ decisionId }) => decisionId);
const sent = (at: number, executionId: string): ChangeEvent => ({ kind: 'sent', at, executionId });
const skipped = (at: number): ChangeEvent => ({ kind: 'skipped', at, message: 'no gain' });

describe('pots', () => {
	test('are listed oldest first with exact settings, also after a change', async () => {
		const shadow = pot('pot_0', {
			agentId: 'agent_1',
			tradesAs: 'shadow',
			kind: 'shadow' as Pot['kind'],
			shadowOf: 'pot_1',
			createdAt: 6,
		});
		await store.insert([shadow]);
		const settings = { ...POT_SETTINGS, capital: parseDecimal('0.000000000000000001'), coinsAllowed: ['é'] };
		await store.setSettings('pot_1', settings, 30);
		await store.setSettings('pot_none', settings, 30);
		expect(await createPotStore(databases.reopen()).load()).toEqual([
			pot('pot_1', { settings, settingsAt: 30 }),
			pot('pot_2'),
			shadow,
		]);
	});

	test('start once per idempotency key, with everything or nothing', async () => {
		const claim = { userId: ANN, agentId: null, key: 'k', paramsHash: 'hash', answer: '{"pot":"pot_3"}' };
		const ofAgent = { ...claim, agentId: 'agent_1' };
		await store.insert([pot('pot_3')], claim);
		await store.insert([pot('pot_4')], ofAgent);
		expect(await store.findClaim(claim)).toEqual(claim);
		expect(await store.findClaim({ ...claim, agentId: 'agent_1' })).toEqual(ofAgent);
		expect(await store.findClaim({ ...claim, key: 'K' })).toBeUndefined();
		await expect(store.insert([pot('pot_5')], claim)).rejects.toThrow(/unique/i);
		await expect(store.insert([pot('pot_6'), pot('pot_7', { userId: 'none' })])).rejects.toThrow(
			/foreign key/i,
		);
		expect((await store.load()).map(({ potId }) => potId)).toEqual(['pot_1', 'pot_2', 'pot_3', 'pot_4']);
	});

	test('start once if two processes use an idempotency key at once', async () => {
		const claim = { userId: ANN, agentId: null, key: 'k', paramsHash: 'hash', answer: '{}' };
		const outcomes = await databases.atOnce(
			'pot',
			() => store.insert([pot('pot_3')], claim),
			() => createPotStore(databases.beside()).insert([pot('pot_4')], claim),
		);
		expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
		expect(await store.load()).toHaveLength(3);
	});

	test('change their state from the one that was seen, for one of two processes', async () => {
		const seen = { state: 'running', stateAt: 5 } as const;
		const changed = resultsOf(
			await databases.atOnce(
				'pot',
				() => store.setState('pot_1', { state: 'paused', reason: null, at: 6 }, seen),
				() =>
					createPotStore(databases.beside()).setState(
						'pot_1',
						{ state: 'stopping', reason: 'a test', at: 7 },
						seen,
					),
			),
		);
		expect(changed.toSorted()).toEqual([false, true]);
		expect(await store.setState('pot_none', { state: 'paused', reason: null, at: 6 })).toBe(false);
	});

	test('own an execution that was linked first to them', async () => {
		await store.link('pot_1', 'exec_2', 20);
		await store.link('pot_1', 'exec_1', 20);
		await store.link('pot_2', 'exec_1', 5);
		await store.link('pot_2', 'exec_3', 5);
		await store.link('pot_2', 'exec_0', 30);
		expect(await store.executions()).toEqual(
			new Map([
				['pot_1', ['exec_1', 'exec_2']],
				['pot_2', ['exec_3', 'exec_0']],
			]),
		);
		expect(await store.watched('pot_1')).toEqual(['exec_1', 'exec_2']);
		await store.noteEnds([]);
		await store.noteEnds(['exec_1', 'exec_none']);
		expect(await store.watched('pot_1')).toEqual(['exec_2']);
	});
});

describe('decisions', () => {
	test('are read back exactly, newest first, up to the limit', async () => {
		const planned = decision('dec_2', {
			plan: { net: fromInteger(3) } as never,
			validUntil: 9_007_199_254_740_991,
		});
		for (const one of [decision('dec_1'), planned, decision('dec_3', { at: 1 })]) await store.decide(one, []);
		await store.decide(decision('dec_other', { potId: 'pot_2' }), []);
		expect(idsOf(await store.decisions('pot_1', 10))).toEqual(['dec_3', 'dec_2', 'dec_1']);
		expect(await store.decisions('pot_1', 2)).toMatchObject([
			{ decisionId: 'dec_3' },
			{ decisionId: 'dec_2' },
		]);
		expect(await createPotStore(databases.reopen()).find('dec_2')).toEqual({ ...planned, events: [[], []] });
		const again = createPotStore(databases.now());
		expect(await again.find('dec_none')).toBeUndefined();
		expect(await again.decisions('pot_none', 10)).toEqual([]);
	});

	test('answer a trigger once, for one of two processes', async () => {
		const answered = resultsOf(
			await databases.atOnce(
				'pot_trigger',
				() => store.decide(decision('dec_1'), [], ['another']),
				() =>
					createPotStore(databases.beside()).decide(
						decision('dec_2', { trigger: decision('dec_1').trigger }),
						[],
					),
			),
		);
		expect(answered.toSorted()).toEqual([false, true]);
		expect(await store.decisions('pot_1', 10)).toHaveLength(1);
	});

	test('answer the same trigger once per pot', async () => {
		const { trigger } = decision('dec_1');
		expect(await store.decide(decision('dec_1'), [])).toBe(true);
		expect(await store.decide(decision('dec_2', { potId: 'pot_2', trigger }), [])).toBe(true);
		const repeated = decision('dec_1', { potId: 'pot_2', trigger: { ...trigger, key: 'third' } });
		await expect(store.decide(repeated, [], ['new'])).rejects.toThrow(/unique/i);
		expect(await store.hasDecided('pot_2', 'new')).toBe(false);
	});

	test('are open until each of their changes has ended', async () => {
		await store.decide(decision('dec_1'), []);
		await store.decide(decision('dec_2'), [{ change: 1, event: skipped(10) }]);
		await store.decide(decision('dec_3', { changes: [] }), []);
		await store.decide(decision('dec_4', { potId: 'pot_2' }), []);
		expect(idsOf(await store.open('pot_1'))).toEqual(['dec_1', 'dec_2']);
		await store.append('dec_2', 0, { kind: 'declined', at: 11, by: 'ann' });
		expect(idsOf(await store.open('pot_1'))).toEqual(['dec_1']);
		await store.append('dec_1', 0, sent(12, 'exec_1'));
		await store.append('dec_1', 1, skipped(12));
		expect(await store.open('pot_1')).toMatchObject([{ events: [[sent(12, 'exec_1')], [skipped(12)]] }]);
	});

	test('end a change once, for one of two processes', async () => {
		await store.decide(decision('dec_1'), []);
		const ended = resultsOf(
			await databases.atOnce(
				'pot_change_event',
				() => store.append('dec_1', 0, skipped(11)),
				() => createPotStore(databases.beside()).append('dec_1', 0, { kind: 'declined', at: 11, by: 'ann' }),
			),
		);
		expect(ended.toSorted()).toEqual([false, true]);
		expect((await store.find('dec_1'))?.events[0]).toHaveLength(1);
	});

	test('count what was sent since a time, in the order of sending', async () => {
		await store.decide(decision('dec_1'), [{ change: 1, event: { kind: 'begun', at: 10 } }]);
		await store.append('dec_1', 0, { kind: 'begun', at: 11 });
		await store.append('dec_1', 0, sent(12, 'exec_1'));
		await store.decide(decision('dec_2'), [{ change: 0, event: sent(20, 'exec_2') }]);
		await store.decide(decision('dec_3', { potId: 'pot_2' }), [{ change: 0, event: sent(20, 'exec_3') }]);
		const coins = async (since: number) => (await store.sentSince('pot_1', since)).map(({ coin }) => coin);
		expect(await coins(10)).toEqual(['ETH', 'BTC', 'BTC']);
		expect(await coins(12)).toEqual(['BTC', 'BTC']);
		expect(await coins(21)).toEqual([]);
	});
});

describe('samples', () => {
	test('are replaced by one of the same time, and are returned oldest first from a time on', async () => {
		const sample = (at: number, equity: string, profit: string) => ({
			at,
			equity: parseDecimal(equity),
			profit: parseDecimal(profit),
		});
		for (const one of [sample(3, '1', '-2'), sample(1, '5', '9'), sample(2, '0.1', '-0.000000000000000001')])
			await store.sample('pot_1', one);
		await store.sample('pot_1', sample(3, '7', '-3'));
		await store.sample('pot_2', sample(3, '0', '100'));
		expect(await store.samples('pot_1', 2, 10)).toEqual([
			sample(2, '0.1', '-0.000000000000000001'),
			sample(3, '7', '-3'),
		]);
		expect(await store.highestProfit('pot_1', 2)).toBe(parseDecimal('-0.000000000000000001'));
		expect(await store.highestProfit('pot_1', 1)).toBe(fromInteger(9));
	});
});
