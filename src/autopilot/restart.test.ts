/**
 * Lets the process die before and after each of its writes and orders, and starts it again over the same database and
 * the same executions. No change may be lost or made twice.
 */
import { expect, test } from 'vitest';
import type { Deed } from '../../test/support/pot-deeds.ts';
import {
	ANN,
	createPotWorld,
	onlyPot,
	POT_SETTINGS,
	POT_START_AT,
	type PotWorld,
	type WorldAlarm,
} from '../../test/support/pot-world.ts';
import { parseDecimal } from '../domain/decimal.ts';
import { lastEvent, unfinished } from '../ports/autopilot-store.ts';

const MINUTE_MS = 60_000;
const BY_ANN = { userId: ANN, agent: undefined } as const;
const WHEN = ['before', 'after'] as const;
const DEEDS_MAX = 60;
/** Time until some minutes after the next daily decision. */
const TO_DAILY_MS = 950 * MINUTE_MS;

/** Prepares a pot that holds 500 USD of BTC and 300 USD of SOL, and wants to close one and enlarge the other. */
async function prepared(): Promise<{ readonly world: PotWorld; readonly potId: string }> {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	const first = await world.open();
	const { pot } = await first.start(BY_ANN, { settings: POT_SETTINGS, kind: 'live', withShadow: false });
	await world.pass(MINUTE_MS);
	first.close();
	await first.idle();
	world.targets.set('BTC', 0).set('SOL', 600).set('XRP', 200);
	world.sent.length = 0;
	return { world, potId: pot.potId };
}

/** Returns a low margin that an account showed before anything was reduced. */
function lowMargin(world: PotWorld): WorldAlarm {
	const now = world.clock.now();
	return {
		exchange: 'bybit',
		level: 'reduce',
		since: now,
		readAt: now,
		reduceShare: parseDecimal('0.5'),
		message: 'Equity is low.',
	};
}

const dyingAt = (number: number, when: (typeof WHEN)[number]) => (deed: Deed, at: 'before' | 'after') =>
	deed.number === number && at === when;

async function expectWhole(world: PotWorld, potId: string): Promise<void> {
	expect([world.held('BTC'), world.held('SOL'), world.held('XRP')]).toEqual([0, 600, 200]);
	expect(world.sent.toSorted()).toEqual(['open SOL', 'open XRP', 'reduce BTC by 5']);
	const decisions = await world.store.decisions(potId, 50);
	expect(decisions.flatMap((decision) => unfinished(decision))).toEqual([]);
	const executions = (await world.store.executions()).get(potId) ?? [];
	expect(executions.toSorted()).toEqual([...world.executions.keys()].toSorted());
	expect(world.errors).toEqual([]);
}

test.each(WHEN)('a daily decision survives a death %s any write or order', async (when) => {
	for (let number = 0; ; number += 1) {
		if (number > DEEDS_MAX) throw new Error('The process never ran to its end.');
		const { world, potId } = await prepared();
		let died = false;
		const dies = dyingAt(number, when);
		const second = await world.open((deed, at) => {
			died ||= dies(deed, at);
			return dies(deed, at);
		});
		await world.pass(TO_DAILY_MS);
		second.close();
		const third = await world.open();
		await world.pass(5 * MINUTE_MS);
		third.close();
		await expectWhole(world, potId);
		if (!died) return;
	}
});

test.each(WHEN)('a confirmed decision survives a death %s any write or order', async (when) => {
	for (let number = 0; ; number += 1) {
		if (number > DEEDS_MAX) throw new Error('The process never ran to its end.');
		const { world, potId } = await prepared();
		const planning = await world.open();
		await planning.change(BY_ANN, potId, { mode: 'suggest' });
		await world.pass(MINUTE_MS);
		planning.close();
		const [decision] = await world.store.decisions(potId, 1);
		const id = String(decision?.decisionId);
		let died = false;
		const dies = dyingAt(number, when);
		const second = await world.open((deed, at) => {
			died ||= dies(deed, at);
			return dies(deed, at);
		});
		// A caller whose answer is lost asks again.
		void second.answer({ ...BY_ANN, name: 'token_ann' }, id, undefined, true);
		await world.pass(2 * MINUTE_MS);
		second.close();
		const third = await world.open();
		void third.answer({ ...BY_ANN, name: 'token_ann' }, id, undefined, true);
		await world.pass(5 * MINUTE_MS);
		third.close();
		await expectWhole(world, potId);
		const events = (await world.store.find(id))?.events ?? [];
		expect(events.map((one) => one.filter(({ kind }) => kind === 'confirmed').length)).toEqual([1, 1, 1]);
		if (!died) return;
	}
});

test.each(WHEN)('a margin reduction closes its part once, whatever dies %s it', async (when) => {
	for (let number = 0; ; number += 1) {
		if (number > DEEDS_MAX) throw new Error('The process never ran to its end.');
		const { world, potId } = await prepared();
		const alarm = lowMargin(world);
		world.alarms.push(alarm);
		let died = false;
		const dies = dyingAt(number, when);
		const second = await world.open((deed, at) => {
			died ||= dies(deed, at);
			return dies(deed, at);
		});
		await world.pass(MINUTE_MS);
		second.close();
		// The next process knows neither when the alarm began nor what was reduced, and sees an old reading first.
		world.alarms[0] = { ...alarm, since: world.clock.now() };
		const third = await world.open();
		await world.pass(3 * MINUTE_MS);
		third.close();
		const urgent = (await world.store.decisions(potId, 50)).filter(
			({ trigger }) => trigger.kind === 'margin_alarm',
		);
		expect([world.held('BTC'), world.held('SOL')]).toEqual([250, 150]);
		expect(urgent.flatMap((one) => one.changes.map((_change, n) => lastEvent(one, n)?.kind))).toEqual([
			'executed',
			'executed',
		]);
		if (!died) return;
	}
});

test('an opening that was never sent expires after a long pause of the service, and a close does not', async () => {
	const { world, potId } = await prepared();
	const second = await world.open((deed) => deed.name === 'append');
	await world.pass(24 * 60 * MINUTE_MS);
	second.close();
	expect(world.sent).toEqual([]);
	world.targets.set('BTC', 0).set('SOL', 300).delete('XRP');
	const third = await world.open();
	await world.pass(5 * MINUTE_MS);
	third.close();
	const [decision] = (await world.store.decisions(potId, 9)).filter(
		({ trigger }) => trigger.kind === 'daily',
	);
	const last = decision?.changes.map(({ kind }, n) => `${kind}: ${lastEvent(decision, n)?.kind}`);
	expect(last).toEqual(['close: executed', 'open: expired', 'enlarge: expired']);
});

test('no reduction follows one that ended long ago until the account was read again', async () => {
	const { world } = await prepared();
	const alarm = lowMargin(world);
	world.alarms.push(alarm);
	const second = await world.open();
	await world.pass(MINUTE_MS);
	second.close();
	const third = await world.open();
	world.alarms[0] = { ...alarm, since: world.clock.now() };
	await world.pass(30 * MINUTE_MS);
	expect(world.held('BTC')).toBe(250);
	world.alarms[0] = { ...alarm, readAt: world.clock.now() };
	await world.pass(2 * MINUTE_MS);
	expect(world.held('BTC')).toBe(125);
	third.close();
});

const AGENT = {
	agentId: 'agent_1',
	caps: {
		amountMax: null,
		openAmountMax: null,
		pairs: null,
		executionsPerDay: null,
		mustBeTrade: false,
	},
};

/** Starts a pot that wants BTC, and lets its process die right after the opening reached the exchange. */
async function diedWhileOpening(
	agent: typeof AGENT | undefined,
): Promise<{ readonly world: PotWorld; readonly potId: string }> {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	world.stuck.add('BTC');
	const first = await world.open(({ name }, when) => name === 'open' && when === 'after');
	const start = { settings: POT_SETTINGS, kind: 'live', withShadow: false } as const;
	const { pot } = await first.start({ userId: ANN, agent }, start);
	await world.pass(MINUTE_MS);
	first.close();
	expect(world.sent).toEqual(['open BTC']);
	expect(await world.store.executions()).toEqual(new Map());
	return { world, potId: pot.potId };
}

test('an opening belongs to its pot after a death, although its agent was stopped, and before it ends', async () => {
	const { world, potId } = await diedWhileOpening(AGENT);
	world.stoppedAgents.add(AGENT.agentId);
	const second = await world.open();
	await world.pass(MINUTE_MS);
	expect(await world.store.executions()).toEqual(new Map([[potId, ['exec_1']]]));
	const [decision] = await world.store.decisions(potId, 1);
	expect(decision === undefined ? undefined : lastEvent(decision, 0)?.kind).toBe('sent');
	await second.stop(BY_ANN, potId, true);
	world.stuck.clear();
	await world.pass(5 * MINUTE_MS);
	expect(world.held('BTC')).toBe(0);
	expect(world.sent).toEqual(['open BTC', 'reduce BTC by 5']);
	expect(onlyPot(await second.status(ANN, { potId, decisions: 0 })).state).toBe('stopped');
	second.close();
});

test.each(['running', 'stopped'] as const)(
	'a %s pot links its interrupted opening also close to a settlement',
	async (state) => {
		const { world, potId } = await diedWhileOpening(undefined);
		await world.store.setState(potId, { state, reason: null, at: POT_START_AT });
		await world.pass(29 * MINUTE_MS - 10_000);
		expect(new Date(world.clock.now()).toISOString()).toContain('T08:59:50');
		const second = await world.open();
		world.stuck.clear();
		await world.pass(5_000);
		expect(await world.store.executions()).toEqual(new Map([[potId, ['exec_1']]]));
		expect(await world.store.open(potId)).toEqual([]);
		second.close();
	},
);

test('changed settings are decided upon after a death', async () => {
	const { world, potId } = await prepared();
	const second = await world.open((deed) => deed.name === 'decide');
	await second.change(BY_ANN, potId, { name: 'Renamed' });
	await world.pass(MINUTE_MS);
	second.close();
	const third = await world.open();
	await world.pass(2 * MINUTE_MS);
	third.close();
	await expectWhole(world, potId);
	const [decision] = await world.store.decisions(potId, 1);
	expect(decision?.trigger.kind).toBe('changed');
});

test('an execution that ends while the service is down causes one decision', async () => {
	const { world, potId } = await prepared();
	world.targets.set('BTC', 500).set('SOL', 300).delete('XRP');
	world.lose('exec_1');
	for (let starts = 0; starts < 3; starts += 1) {
		const next = await world.open();
		await world.pass(2 * MINUTE_MS);
		next.close();
	}
	const decisions = await world.store.decisions(potId, 9);
	expect(decisions.map(({ trigger }) => trigger.kind)).toEqual(['lost_leg', 'start']);
	expect(world.sent).toEqual(['open BTC']);
});
