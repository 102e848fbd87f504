/**
 * Lets the process die before and after each of its writes and orders, and starts it again over the same database and
 * the same executions. No change may be lost or made twice.
 */
import { expect, test } from 'vitest';
import { ANN, createPotWorld, type Deed, POT_SETTINGS, type PotWorld } from '../../test/support/pot-world.ts';
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
		world.alarms.push({
			exchange: 'bybit',
			level: 'reduce',
			since: world.clock.now(),
			reduceShare: parseDecimal('0.5'),
			message: 'Equity is low.',
		});
		let died = false;
		const dies = dyingAt(number, when);
		const second = await world.open((deed, at) => {
			died ||= dies(deed, at);
			return dies(deed, at);
		});
		await world.pass(MINUTE_MS);
		second.close();
		world.alarms.length = 0;
		const third = await world.open();
		await world.pass(3 * MINUTE_MS);
		third.close();
		const urgent = (await world.store.decisions(potId, 50)).filter(
			({ trigger }) => trigger.kind === 'margin_alarm',
		);
		// A process that dies before its decision is stored leaves no trace; the alarm was over at the next start.
		expect([world.held('BTC'), world.held('SOL')]).toEqual(urgent.length === 0 ? [500, 300] : [250, 150]);
		expect(urgent.flatMap((one) => one.changes.map((_change, n) => lastEvent(one, n)?.kind))).toEqual(
			urgent.length === 0 ? [] : ['executed', 'executed'],
		);
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
