/** Tests what people and agents may ask of pots, and what a repeat or a failure of a call leaves. */
import { describe, expect, test } from 'vitest';
import { ANN, createPotWorld, POT_SETTINGS, type PotWorld } from '../../test/support/pot-world.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import type { PotSettings } from '../ports/autopilot.ts';
import { lastEvent } from '../ports/autopilot-store.ts';
import { textOf } from '../sentences/sentence.ts';
import type { RunningAutopilot } from './autopilot.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BY_ANN = { userId: ANN, agent: undefined } as const;
const CAPS = {
	amountMax: null,
	openAmountMax: fromInteger(50_000),
	pairs: null,
	executionsPerDay: null,
	mustBeTrade: false,
};
const BY_AGENT = { userId: ANN, agent: { agentId: 'agent_1', caps: CAPS } } as const;
const LIVE = { settings: POT_SETTINGS, kind: 'live', withShadow: false } as const;

async function started(
	world: PotWorld,
	change: Partial<PotSettings> = {},
	by: typeof BY_ANN | typeof BY_AGENT = BY_ANN,
): Promise<{ readonly autopilot: RunningAutopilot; readonly potId: string }> {
	const autopilot = await world.open();
	const { pot } = await autopilot.start(by, { ...LIVE, settings: { ...POT_SETTINGS, ...change } });
	await world.pass(MINUTE_MS);
	return { autopilot, potId: pot.potId };
}

const stateOf = async (autopilot: RunningAutopilot, potId: string) =>
	(await autopilot.status(ANN, { potId, decisions: 0 }))[0]?.pot.state;

describe('a start with an idempotency key', () => {
	test('starts one pot, however often it is repeated, also after a restart', async () => {
		const world = createPotWorld();
		const autopilot = await world.open();
		const start = { ...LIVE, idempotencyKey: 'once' };
		const [first, second] = await Promise.all([
			autopilot.start(BY_ANN, start),
			autopilot.start(BY_ANN, start),
		]);
		expect(second.pot.potId).toBe(first.pot.potId);
		autopilot.close();
		const restarted = await world.open();
		await restarted.change(BY_ANN, first.pot.potId, { name: 'Renamed' });
		const third = await restarted.start(BY_ANN, start);
		expect([third.pot.potId, third.pot.settings.name]).toEqual([first.pot.potId, 'Renamed']);
		expect(await restarted.status(ANN, { potId: undefined, decisions: 0 })).toHaveLength(1);
	});

	test('refuses the key for other terms, and keeps the keys of agents apart', async () => {
		const world = createPotWorld();
		const autopilot = await world.open();
		const start = { ...LIVE, idempotencyKey: 'once' };
		const { pot } = await autopilot.start(BY_ANN, start);
		await expect(autopilot.start(BY_ANN, { ...start, withShadow: true })).rejects.toMatchObject({
			code: 'IDEMPOTENCY_CONFLICT',
			field: 'idempotency_key',
		});
		expect((await autopilot.start(BY_AGENT, start)).pot.potId).not.toBe(pot.potId);
	});
});

test('a start whose shadow pot gets no accounts leaves no pot that trades', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const autopilot = await world.open();
	world.shadowRefusal = 'STORE_UNAVAILABLE';
	const start = { ...LIVE, withShadow: true, idempotencyKey: 'once' };
	await expect(autopilot.start(BY_ANN, start)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
	await world.pass(HOUR_MS);
	expect(world.sent).toEqual([]);
	expect(await autopilot.status(ANN, { potId: undefined, decisions: 0 })).toEqual([]);
	world.shadowRefusal = undefined;
	await autopilot.start(BY_ANN, start);
	expect(await autopilot.status(ANN, { potId: undefined, decisions: 0 })).toHaveLength(2);
});

describe('a shadow pot', () => {
	const pair = async (world: PotWorld) => {
		const autopilot = await world.open();
		const { pot, shadow } = await autopilot.start(BY_ANN, {
			settings: { ...POT_SETTINGS, mode: 'suggest' },
			kind: 'live',
			withShadow: true,
		});
		await world.pass(MINUTE_MS);
		return { autopilot, potId: pot.potId, shadowId: String(shadow?.potId) };
	};

	test('changes along with the pot beside it, gets its paper money, and still acts', async () => {
		const world = createPotWorld();
		const { autopilot, potId, shadowId } = await pair(world);
		const coinShare = parseDecimal('0.2');
		await autopilot.change(BY_ANN, potId, {
			capital: fromInteger(20_000),
			exchanges: ['bybit', 'kucoin', 'gate'],
			limits: { ...POT_SETTINGS.limits, coinShare },
		});
		const [shadow] = await autopilot.status(ANN, { potId: shadowId, decisions: 0 });
		expect(shadow?.pot.settings).toMatchObject({
			capital: fromInteger(20_000),
			limits: { coinShare },
			mode: 'act',
		});
		expect(world.provided).toEqual([`${shadowId} bybit kucoin 10000`, `${shadowId} bybit kucoin gate 20000`]);
		await world.pass(MINUTE_MS);
		const decisions = await world.store.decisions(shadowId, 5);
		expect(decisions.map(({ trigger }) => trigger.kind)).toContain('changed');
	});

	test('keeps both of two changes that are made at the same time', async () => {
		const world = createPotWorld();
		const { autopilot, potId, shadowId } = await pair(world);
		await Promise.all([
			autopilot.change(BY_ANN, potId, { name: 'Renamed' }),
			autopilot.change(BY_ANN, potId, { coinsDenied: ['SOL'] }),
		]);
		const pots = await autopilot.status(ANN, { potId: undefined, decisions: 0 });
		expect(pots.map(({ pot }) => pot.potId).toSorted()).toEqual([potId, shadowId].toSorted());
		for (const { pot } of pots) expect(pot.settings).toMatchObject({ name: 'Renamed', coinsDenied: ['SOL'] });
	});

	test('stays as it is once it is stopped', async () => {
		const world = createPotWorld();
		const { autopilot, potId, shadowId } = await pair(world);
		await autopilot.stop(BY_ANN, shadowId, false);
		await autopilot.change(BY_ANN, potId, { capital: fromInteger(20_000) });
		const [shadow] = await autopilot.status(ANN, { potId: shadowId, decisions: 0 });
		expect(shadow?.pot.settings.capital).toBe(fromInteger(10_000));
	});

	test('is never switched to suggestions', async () => {
		const world = createPotWorld();
		const { autopilot, shadowId } = await pair(world);
		await expect(autopilot.change(BY_ANN, shadowId, { mode: 'suggest' })).rejects.toMatchObject({
			code: 'INVALID_PARAMS',
			field: 'mode',
		});
	});
});

test('a stop that closes also closes what an earlier stop has kept, and is refused once the pot holds nothing', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	await autopilot.stop(BY_ANN, potId, false);
	await world.pass(HOUR_MS);
	expect([await stateOf(autopilot, potId), world.held('BTC')]).toEqual(['stopped', 500]);
	expect((await autopilot.stop(BY_ANN, potId, true)).pot.state).toBe('stopping');
	await world.pass(5 * MINUTE_MS);
	expect([await stateOf(autopilot, potId), world.held('BTC')]).toEqual(['stopped', 0]);
	await expect(autopilot.stop(BY_ANN, potId, true)).rejects.toMatchObject({
		code: 'POT_STOPPED',
		message: 'The pot Main is stopped and holds nothing that it could close.',
	});
	expect((await autopilot.stop(BY_ANN, potId, false)).pot.state).toBe('stopped');
});

describe('an agent', () => {
	test('may not confirm what its pot suggests, but may decline it', async () => {
		const world = createPotWorld();
		world.targets.set('BTC', 500);
		const { autopilot, potId } = await started(world, { mode: 'suggest' }, BY_AGENT);
		const [decision] = await world.store.decisions(potId, 1);
		const id = String(decision?.decisionId);
		await expect(
			autopilot.answer({ ...BY_AGENT, name: 'agent_1' }, id, undefined, true),
		).rejects.toMatchObject({
			code: 'AGENT_NOT_ALLOWED',
			message: 'Agent agent_1 may not confirm changes that a pot suggests; a person confirms them.',
		});
		await world.pass(MINUTE_MS);
		expect(world.sent).toEqual([]);
		const declined = await autopilot.answer({ ...BY_AGENT, name: 'agent_1' }, id, undefined, false);
		expect(lastEvent(declined, 0)).toMatchObject({ kind: 'declined', by: 'agent_1' });
	});

	test('may not switch its pot from suggest to act, and changes all else', async () => {
		const world = createPotWorld();
		const { autopilot, potId } = await started(world, { mode: 'suggest' }, BY_AGENT);
		await expect(autopilot.change(BY_AGENT, potId, { mode: 'act' })).rejects.toMatchObject({
			code: 'AGENT_NOT_ALLOWED',
		});
		await autopilot.change(BY_AGENT, potId, { name: 'Renamed' });
		await autopilot.change(BY_ANN, potId, { mode: 'act' });
		const view = await autopilot.change(BY_AGENT, potId, { mode: 'suggest' });
		expect(view.pot.settings).toMatchObject({ name: 'Renamed', mode: 'suggest' });
	});

	test('pauses and stops its pot, but does not resume it', async () => {
		const world = createPotWorld();
		const { autopilot, potId } = await started(world, {}, BY_AGENT);
		const { pot } = await autopilot.pause(BY_AGENT, potId, true);
		expect([pot.state, textOf(pot.stateReason ?? '')]).toEqual(['paused', 'The agent of the pot paused it.']);
		await expect(autopilot.pause(BY_AGENT, potId, false)).rejects.toMatchObject({
			code: 'AGENT_NOT_ALLOWED',
		});
		expect((await autopilot.pause(BY_ANN, potId, false)).pot.state).toBe('running');
		const stopped = await autopilot.stop(BY_AGENT, potId, false);
		expect(textOf(stopped.pot.stateReason ?? '')).toBe(
			'The agent of the pot stopped it; its positions stay open.',
		);
	});
});

test('the alert of a margin reduction in mode suggest says that it needs no confirmation', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	await autopilot.change(BY_ANN, potId, { mode: 'suggest' });
	world.alarms.push({
		exchange: 'bybit',
		level: 'reduce',
		since: world.clock.now(),
		reduceShare: parseDecimal('0.4'),
		message: 'Equity is low.',
	});
	await world.pass(2 * MINUTE_MS);
	expect(world.alerts.at(-1)).toMatchObject({
		severity: 'warning',
		message:
			'Main closes a part of 1 position at once, because the margin at Bybit is low. This needs no confirmation.',
		facts: { state: 'decided', count: 1 },
	});
});

test('a pot that was resumed after its drawdown stop measures from then on', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world, { onDrawdown: 'pause' });
	world.profit = -500;
	await world.pass(HOUR_MS);
	expect(await stateOf(autopilot, potId)).toBe('paused');
	await autopilot.pause(BY_ANN, potId, false);
	await world.pass(HOUR_MS);
	expect(await stateOf(autopilot, potId)).toBe('running');
	world.profit = -1_000;
	await world.pass(HOUR_MS);
	expect(await stateOf(autopilot, potId)).toBe('paused');
});

describe('an execution that took over from one of the pot', () => {
	test('belongs to the pot, and a stop closes it', async () => {
		const world = createPotWorld();
		world.targets.set('BTC', 500);
		const { autopilot, potId } = await started(world);
		const first = world.moveApart('exec_1');
		const second = world.moveApart(first);
		await world.pass(MINUTE_MS);
		const [view] = await autopilot.status(ANN, { potId, decisions: 0 });
		expect(view?.executionIds).toEqual(['exec_1', first, second]);
		expect(view?.holdings.map(({ executionId }) => executionId)).toEqual([second]);
		await autopilot.stop(BY_ANN, potId, true);
		await world.pass(5 * MINUTE_MS);
		expect([await stateOf(autopilot, potId), world.held('BTC')]).toEqual(['stopped', 0]);
	});

	test('belongs to the pot after a restart, even if the process died before the link', async () => {
		const world = createPotWorld();
		world.targets.set('BTC', 500);
		const { autopilot, potId } = await started(world);
		autopilot.close();
		const first = world.moveApart('exec_1');
		const second = world.moveApart(first);
		const restarted = await world.open();
		await world.pass(MINUTE_MS);
		const [view] = await restarted.status(ANN, { potId, decisions: 0 });
		expect(view?.executionIds).toEqual(['exec_1', first, second]);
		expect(view?.holdings).toHaveLength(1);
	});
});
