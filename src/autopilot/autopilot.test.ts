import { expect, test } from 'vitest';
import { ANN, createPotWorld, onlyPot, POT_SETTINGS, type PotWorld } from '../../test/support/pot-world.ts';
import { fromInteger, parseDecimal } from '../domain/decimal.ts';
import { MARGIN_TEXT } from '../planner/margin-text.ts';
import type { PotSettings } from '../ports/autopilot.ts';
import { lastEvent } from '../ports/autopilot-store.ts';
import { textOf } from '../sentences/sentence.ts';
import type { RunningAutopilot } from './autopilot.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SENTENCES = {
	why: MARGIN_TEXT.transferWhy({ exchange: 'KuCoin', share: 0.2, target: 0.5 }),
	without: MARGIN_TEXT.withoutReduces({ exchange: 'KuCoin' }),
};
const BY_ANN = { userId: ANN, agent: undefined } as const;
const AS_ANN = { ...BY_ANN, name: 'token_ann' } as const;

async function started(
	world: PotWorld,
	change: Partial<PotSettings> = {},
): Promise<{ readonly autopilot: RunningAutopilot; readonly potId: string }> {
	const autopilot = await world.open();
	const view = await autopilot.start(BY_ANN, {
		settings: { ...POT_SETTINGS, ...change },
		kind: 'live',
		withShadow: false,
	});
	await world.pass(MINUTE_MS);
	return { autopilot, potId: view.pot.potId };
}

const ends = async (world: PotWorld, potId: string): Promise<readonly string[]> => {
	const decisions = await world.store.decisions(potId, 50);
	return decisions
		.toReversed()
		.flatMap((decision) =>
			decision.changes.map(({ kind, coin }, n) => `${kind} ${coin}: ${lastEvent(decision, n)?.kind}`),
		);
};

const states = (world: PotWorld): readonly unknown[] => world.alerts.map(({ facts }) => facts.state);

test('a pot in mode act opens its targets at its start, and closes and enlarges at the next daily decision', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	const { autopilot, potId } = await started(world);
	expect(world.sent).toEqual(['open BTC', 'open SOL']);
	expect(await ends(world, potId)).toEqual(['open BTC: executed', 'open SOL: executed']);
	world.targets.set('BTC', 0).set('SOL', 700);
	const [view] = await autopilot.status(ANN, { potId, decisions: 5 });
	expect(view?.nextDecisionAt).toBe(Date.UTC(2026, 10, 22, 0, 10));
	await world.pass(DAY_MS);
	expect(world.sent.slice(2)).toEqual(['reduce BTC by 5', 'open SOL']);
	expect([world.held('BTC'), world.held('SOL')]).toEqual([0, 700]);
	const decisions = await world.store.decisions(potId, 5);
	expect(decisions.map(({ trigger }) => trigger.kind)).toEqual(['daily', 'start']);
	expect(decisions[0]?.plan?.knew.inputs).toEqual({ targets: { BTC: 0, SOL: 700 } });
	expect(states(world)).toEqual(['decided', 'decided']);
});

test('a decision is stored before anything is sent, and no daily decision is made twice', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { potId } = await started(world);
	await world.pass(3 * DAY_MS);
	const decisions = await world.store.decisions(potId, 50);
	expect(decisions.map(({ trigger }) => trigger.kind)).toEqual(['daily', 'daily', 'daily', 'start']);
	expect(world.sent).toEqual(['open BTC']);
});

test('in mode suggest nothing is sent before a person confirms, and a declined change is never sent', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300).set('XRP', 200);
	const { autopilot, potId } = await started(world, { mode: 'suggest' });
	expect(world.sent).toEqual([]);
	const [decision] = await world.store.decisions(potId, 1);
	const id = String(decision?.decisionId);
	await autopilot.answer(AS_ANN, id, [1], false);
	await autopilot.answer(AS_ANN, id, [0], true);
	await autopilot.answer(AS_ANN, id, [0], true);
	await world.pass(MINUTE_MS);
	expect(world.sent).toEqual(['open BTC']);
	expect(await ends(world, potId)).toEqual([
		'open BTC: executed',
		'open SOL: declined',
		'open XRP: suggested',
	]);
	expect((await world.store.find(id))?.events[0]?.map(({ kind }) => kind)).toEqual([
		'suggested',
		'confirmed',
		'begun',
		'sent',
		'executed',
	]);
	await expect(autopilot.answer(AS_ANN, id, [1], true)).rejects.toMatchObject({ code: 'NOTHING_TO_CONFIRM' });
	await expect(autopilot.answer(AS_ANN, id, [7], true)).rejects.toMatchObject({ code: 'UNKNOWN_DECISION' });
	await world.pass(6 * HOUR_MS);
	expect((await ends(world, potId)).at(-1)).toBe('open XRP: expired');
	await expect(autopilot.answer(AS_ANN, id, undefined, true)).resolves.toBeDefined();
	expect(world.sent).toEqual(['open BTC']);
});

test.each([true, false])('a stop ends suggestions that nobody has answered (closes: %s)', async (closes) => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world, { mode: 'suggest' });
	await autopilot.stop(BY_ANN, potId, closes);
	await world.pass(2 * MINUTE_MS);
	expect(await ends(world, potId)).toEqual(['open BTC: skipped']);
	const [pot] = await autopilot.status(ANN, { potId, decisions: 0 });
	expect(pot?.pot.state).toBe('stopped');
	expect(world.sent).toEqual([]);
});

test.each(['pause', 'stop'] as const)(
	'%s takes back the transfers that the pot has requested',
	async (command) => {
		const world = createPotWorld();
		const { autopilot, potId } = await started(world);
		const transfers = await world.transfers;
		const wanted = {
			from: 'bybit',
			to: 'kucoin',
			amount: fromInteger(500),
			by: null,
			...SENTENCES,
		};
		await transfers.ask(ANN, { kind: 'pot', potId }, [wanted]);
		await transfers.ask(ANN, { kind: 'plan' }, [{ ...wanted, to: 'gate' }]);
		await world.pass(DAY_MS);
		const shown = () => transfers.of(ANN).map(({ to, state }) => `${to}: ${state}`);
		expect(shown()).toEqual(['gate: planned', 'kucoin: planned']);
		if (command === 'pause') await autopilot.pause(BY_ANN, potId, true);
		else await autopilot.stop(BY_ANN, potId, false);
		await world.pass(MINUTE_MS);
		expect(shown()).toEqual(['gate: planned', 'kucoin: withdrawn']);
	},
);

test('a confirmed opening that costs more than its plan allows is refused', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world, { mode: 'suggest' });
	world.costNow = 1.5;
	const [decision] = await world.store.decisions(potId, 1);
	await autopilot.answer(AS_ANN, String(decision?.decisionId), undefined, true);
	await world.pass(MINUTE_MS);
	expect(await ends(world, potId)).toEqual(['open BTC: refused']);
	expect(world.sent).toEqual([]);
	expect(states(world)).toEqual(['suggested', 'refused']);
});

test('a pot that waits for its planner alerts once and decides as soon as it can', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	world.waits = 'The prices are old.';
	const { autopilot, potId } = await started(world);
	await world.pass(10 * MINUTE_MS);
	const [waiting] = await autopilot.status(ANN, { potId, decisions: 1 });
	expect(waiting?.waits).toBe('The prices are old.');
	expect(states(world)).toEqual(['waits']);
	world.waits = undefined;
	await world.pass(2 * MINUTE_MS);
	expect(world.sent).toEqual(['open BTC']);
	expect((await autopilot.status(ANN, { potId, decisions: 1 }))[0]?.waits).toBeNull();
});

test('a plan that pays no more than cash opens nothing and still closes', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { potId } = await started(world);
	world.targets.set('BTC', 0).set('SOL', 300);
	world.net = 0.03;
	await world.pass(DAY_MS);
	expect(await ends(world, potId)).toEqual([
		'open BTC: executed',
		'close BTC: executed',
		'open SOL: skipped',
	]);
	const [decision] = await world.store.decisions(potId, 1);
	const event = decision === undefined ? undefined : lastEvent(decision, 1);
	expect(event?.kind === 'skipped' && textOf(event.message)).toBe(
		'The plan expects 3.00 % a year on the capital. Cash earns 4.00 %, and the pot wants at least 0 percentage points more.',
	);
});

test('the limits of a day skip openings but never reductions', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300).set('XRP', 200);
	const { autopilot, potId } = await started(world, {
		limits: { ...POT_SETTINGS.limits, ordersPerDay: 4 },
	});
	expect(await ends(world, potId)).toEqual(['open BTC: executed', 'open SOL: executed', 'open XRP: skipped']);
	world.targets.clear();
	await autopilot.change(BY_ANN, potId, { name: 'Renamed' });
	await world.pass(MINUTE_MS);
	expect((await ends(world, potId)).slice(3)).toEqual(['close BTC: executed', 'close SOL: executed']);
});

test('the turnover of a day counts both legs', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	const { potId } = await started(world, {
		limits: { ...POT_SETTINGS.limits, turnoverPerDay: fromInteger(1_500) },
	});
	expect(await ends(world, potId)).toEqual(['open BTC: executed', 'open SOL: skipped']);
});

test('a halt refuses openings, and the next decision opens once it is over', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	world.halt = 'Trading is halted.';
	const { potId } = await started(world);
	expect(await ends(world, potId)).toEqual(['open BTC: refused']);
	world.halt = undefined;
	await world.pass(DAY_MS);
	expect((await ends(world, potId)).at(-1)).toBe('open BTC: executed');
});

test('a passing refusal is tried again, any other one ends the change', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	world.refusals.set('BTC', 'QUOTE_STALE').set('SOL', 'INSUFFICIENT_MARGIN');
	const { potId } = await started(world);
	await world.pass(2 * MINUTE_MS);
	expect(await ends(world, potId)).toEqual(['open BTC: executed', 'open SOL: refused']);
});

test('a paused pot makes no voluntary change, and decides when it is resumed', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	await autopilot.pause(BY_ANN, potId, true);
	world.targets.set('BTC', 0);
	await world.pass(2 * DAY_MS);
	expect(world.held('BTC')).toBe(500);
	await autopilot.pause(BY_ANN, potId, false);
	await world.pass(MINUTE_MS);
	expect(world.held('BTC')).toBe(0);
});

test('a low margin closes a part of both legs at once, in mode suggest and while paused', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	await autopilot.change(BY_ANN, potId, { mode: 'suggest' });
	await autopilot.pause(BY_ANN, potId, true);
	world.alarms.push({
		exchange: 'bybit',
		level: 'reduce',
		since: world.clock.now(),
		reduceShare: parseDecimal('0.4'),
		message: 'Equity is low.',
	});
	await world.pass(2 * MINUTE_MS);
	expect(world.held('BTC')).toBe(300);
	await world.pass(10 * MINUTE_MS);
	expect(world.held('BTC')).toBe(180);
	world.alarms.length = 0;
	await world.pass(HOUR_MS);
	expect(world.held('BTC')).toBe(180);
	expect((await world.store.decisions(potId, 1))[0]?.trigger).toMatchObject({
		kind: 'margin_alarm',
		exchange: 'bybit',
	});
});

test('half of a pair closes before an exchange deleverages it, in every mode and once within an hour', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 800).set('SOL', 300);
	const { autopilot, potId } = await started(world);
	await autopilot.pause(BY_ANN, potId, true);
	const executionId = 'exec_1';
	world.queue.push({ executionId, coin: 'BTC', exchange: 'kucoin', reduceShare: parseDecimal('0.5') });
	await world.pass(50 * MINUTE_MS);
	expect([world.held('BTC'), world.held('SOL')]).toEqual([400, 300]);
	await world.pass(2 * HOUR_MS);
	expect(world.held('BTC')).toBe(200);
	const [decision] = await world.store.decisions(potId, 1);
	expect(decision?.trigger).toMatchObject({ kind: 'adl', exchange: 'kucoin', coin: 'BTC' });
	expect(textOf(decision?.changes[0]?.explanation ?? '')).toBe(
		'BTC is in a squeeze, and KuCoin would close the leg there soon by auto-deleveraging. The pot closes a part of both legs first, so that they stay equal.',
	);
});

test('a pair with a leg at the front of a queue is not opened', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	world.guarded.add('BTC');
	const { potId } = await started(world);
	expect(await ends(world, potId)).toEqual(['open BTC: skipped', 'open SOL: executed']);
});

test('a milder margin alarm, a delisting notice and a lost leg each cause one decision', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	const { potId } = await started(world);
	world.alarms.push({
		exchange: 'kucoin',
		level: 'watch',
		since: 1,
		reduceShare: parseDecimal('0.5'),
		message: 'Equity is low.',
	});
	world.signals.push({ kind: 'delisting', key: 'delisting SOL', exchange: 'kucoin', coin: 'SOL' });
	await world.pass(2 * MINUTE_MS);
	expect((await world.store.decisions(potId, 9)).map(({ trigger }) => trigger.kind)).toEqual([
		'delisting',
		'start',
	]);
	world.targets.delete('BTC');
	world.lose('exec_1');
	await world.pass(MINUTE_MS);
	expect((await world.store.decisions(potId, 9)).map(({ trigger }) => trigger.kind)).toEqual([
		'lost_leg',
		'delisting',
		'start',
	]);
});

test.each([
	['close', 'stopped', 0],
	['pause', 'paused', 500],
] as const)('at its drawdown stop a pot follows its setting: %s', async (onDrawdown, state, held) => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world, { onDrawdown });
	world.profit = 200;
	await world.pass(HOUR_MS);
	world.profit = -299;
	await world.pass(HOUR_MS);
	expect(onlyPot(await autopilot.status(ANN, { potId, decisions: 0 })).state).toBe('running');
	world.profit = -300;
	await world.pass(HOUR_MS);
	const pot = onlyPot(await autopilot.status(ANN, { potId, decisions: 0 }));
	expect(pot.state).toBe(state);
	expect(textOf(pot.stateReason ?? '')).toContain(
		'lost 500.00 USD from its highest equity of 10,200.00 USD; its stop is 5 %',
	);
	expect(world.held('BTC')).toBe(held);
	expect(world.alerts.some(({ severity }) => severity === 'critical')).toBe(true);
});

test('a stop that closes ends with nothing open, also what was being opened; any other stop keeps it', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	world.targets.set('SOL', 300);
	await autopilot.change(BY_ANN, potId, { name: 'B' });
	await world.pass(1_000);
	expect(world.sent).toEqual(['open BTC', 'open SOL']);
	await autopilot.stop(BY_ANN, potId, true);
	await world.pass(5 * MINUTE_MS);
	expect([world.held('BTC'), world.held('SOL')]).toEqual([0, 0]);
	expect(onlyPot(await autopilot.status(ANN, { potId, decisions: 0 })).state).toBe('stopped');
	await expect(autopilot.pause(BY_ANN, potId, false)).rejects.toMatchObject({ code: 'POT_STOPPED' });
	const second = await autopilot.start(BY_ANN, { settings: POT_SETTINGS, kind: 'live', withShadow: false });
	await world.pass(MINUTE_MS);
	await autopilot.stop(BY_ANN, second.pot.potId, false);
	await world.pass(DAY_MS);
	expect([world.held('BTC'), world.held('SOL')]).toEqual([500, 300]);
});

test('an agent commands only its own pots within its caps, and stops opening when it is stopped', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	const agent = {
		agentId: 'agent_1',
		caps: {
			amountMax: null,
			openAmountMax: fromInteger(5_000),
			pairs: null,
			executionsPerDay: null,
			mustBeTrade: false,
		},
	};
	const by = { userId: ANN, agent };
	const start = { kind: 'live', withShadow: false } as const;
	await expect(autopilot.start(by, { ...start, settings: POT_SETTINGS })).rejects.toMatchObject({
		code: 'RISK_LIMIT',
		field: 'capital',
	});
	await expect(autopilot.pause(by, potId, true)).rejects.toMatchObject({ code: 'UNKNOWN_POT' });
	expect(await autopilot.status(ANN, { potId, decisions: 0 })).toHaveLength(1);
	const own = await autopilot.start(by, {
		...start,
		settings: { ...POT_SETTINGS, capital: fromInteger(5_000) },
	});
	await world.pass(MINUTE_MS);
	expect(await ends(world, own.pot.potId)).toEqual(['open BTC: executed']);
	world.stoppedAgents.add('agent_1');
	world.targets.set('BTC', 0).set('SOL', 100);
	await world.pass(DAY_MS);
	expect((await ends(world, own.pot.potId)).slice(1)).toEqual(['close BTC: executed', 'open SOL: skipped']);
});

test('a shadow pot acts by itself with a hidden user, beside a live pot that suggests', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const autopilot = await world.open();
	const { pot } = await autopilot.start(BY_ANN, {
		settings: { ...POT_SETTINGS, mode: 'suggest' },
		kind: 'live',
		withShadow: true,
	});
	await world.pass(MINUTE_MS);
	const [live, shadow] = await autopilot.status(ANN, { potId: undefined, decisions: 0 });
	expect([live?.pot.kind, shadow?.pot.kind, shadow?.pot.shadowOf]).toEqual(['live', 'shadow', pot.potId]);
	expect(live?.shadow?.potId).toBe(shadow?.pot.potId);
	expect([...world.executions.values()].map(({ userId }) => userId)).toEqual([
		`shadow_of_${shadow?.pot.potId}`,
	]);
});

test('contradictory settings are refused', async () => {
	const world = createPotWorld();
	const autopilot = await world.open();
	const start = (settings: Partial<PotSettings>) =>
		autopilot.start(BY_ANN, {
			settings: { ...POT_SETTINGS, ...settings },
			kind: 'live',
			withShadow: false,
		});
	await expect(start({ exchanges: ['bybit', 'bybit'] })).rejects.toMatchObject({ field: 'exchanges' });
	await expect(start({ exchanges: ['bybit', 'nowhere'] })).rejects.toMatchObject({ field: 'exchanges' });
	await expect(start({ coinsAllowed: ['BTC'], coinsDenied: ['BTC'] })).rejects.toMatchObject({
		field: 'coins_denied',
	});
});

test('nothing begins within the guard around a settlement', async () => {
	const world = createPotWorld(Date.UTC(2026, 10, 21, 7, 59, 45));
	world.targets.set('BTC', 500);
	const autopilot = await world.open();
	await autopilot.start(BY_ANN, { settings: POT_SETTINGS, kind: 'live', withShadow: false });
	await world.pass(30_000);
	expect(world.sent).toEqual([]);
	await world.pass(MINUTE_MS);
	expect(world.sent).toEqual(['open BTC']);
});
