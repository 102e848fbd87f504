/** Tests that nothing in a pot waits for something slow: neither decisions, nor reductions, nor a stop. */
import { expect, test } from 'vitest';
import { ANN, createPotWorld, onlyPot, POT_SETTINGS, type PotWorld } from '../../test/support/pot-world.ts';
import { fromInteger, ONE, parseDecimal } from '../domain/decimal.ts';
import { encodePayload } from '../domain/journal-codec.ts';
import type { PlannedChange, PotSettings } from '../ports/autopilot.ts';
import { lastEvent } from '../ports/autopilot-store.ts';
import type { RunningAutopilot } from './autopilot.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const BY_ANN = { userId: ANN, agent: undefined } as const;
const AS_ANN = { ...BY_ANN, name: 'token_ann' } as const;

type Started = { readonly autopilot: RunningAutopilot; readonly potId: string };

async function started(world: PotWorld, change: Partial<PotSettings> = {}): Promise<Started> {
	const autopilot = await world.open();
	const { pot } = await autopilot.start(BY_ANN, {
		settings: { ...POT_SETTINGS, ...change },
		kind: 'live',
		withShadow: false,
	});
	await world.pass(MINUTE_MS);
	return { autopilot, potId: pot.potId };
}

/** Returns the changes of all decisions, oldest first, with their last events. */
const ends = async (world: PotWorld, potId: string): Promise<readonly string[]> => {
	const decisions = await world.store.decisions(potId, 50);
	return decisions
		.toReversed()
		.flatMap((decision) =>
			decision.changes.map(
				({ kind, coin }, n) =>
					`${decision.trigger.kind} ${kind} ${coin}: ${lastEvent(decision, n)?.kind ?? 'waiting'}`,
			),
		);
};

function notice(world: PotWorld, key: string): void {
	world.signals.push({ kind: 'delisting', key, exchange: 'kucoin', coin: 'SOL' });
}

function lowMargin(world: PotWorld, exchange: string): void {
	const reduceShare = parseDecimal('0.5');
	world.alarms.push({ exchange, level: 'reduce', since: 1, reduceShare, message: 'Equity is low.' });
}

test('an opening that does not end holds back neither decisions nor the openings of the next one', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	world.stuck.add('BTC');
	const { potId } = await started(world);
	await world.pass(3 * HOUR_MS);
	expect(await ends(world, potId)).toEqual(['start open BTC: sent', 'start open SOL: waiting']);
	// The plan would enlarge BTC too, but its opening is still in motion.
	world.targets.set('BTC', 800);
	notice(world, 'a notice');
	await world.pass(2 * MINUTE_MS);
	expect(await ends(world, potId)).toEqual([
		'start open BTC: sent',
		'start open SOL: expired',
		'delisting open SOL: executed',
	]);
	world.stuck.clear();
	await world.pass(MINUTE_MS);
	expect((await ends(world, potId))[0]).toBe('start open BTC: executed');
	expect(world.sent).toEqual(['open BTC', 'open SOL']);
});

test('a reduction that does not end holds back only the later changes of its own decision', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	const { potId } = await started(world);
	world.targets.set('BTC', 0).set('SOL', 600);
	world.stuck.add('BTC');
	await world.pass(DAY_MS);
	expect((await ends(world, potId)).slice(2)).toEqual([
		'daily close BTC: begun',
		'daily enlarge SOL: expired',
	]);
	notice(world, 'a notice');
	await world.pass(2 * MINUTE_MS);
	expect((await ends(world, potId)).slice(4)).toEqual(['delisting enlarge SOL: executed']);
	world.stuck.clear();
	await world.pass(2 * MINUTE_MS);
	expect((await ends(world, potId))[2]).toBe('daily close BTC: executed');
	expect(world.sent.slice(2)).toEqual(['reduce BTC by 5', 'open SOL']);
});

test('a new decision keeps the reduction of an execution that is closing, also between two tries', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	world.targets.set('BTC', 0);
	world.stuck.add('BTC');
	// The daily decision is made at 00:10, and its close is given up for the moment at 00:20.
	await world.pass(Date.UTC(2026, 10, 22, 0, 20, 20) - world.clock.now());
	notice(world, 'a notice');
	autopilot.kick(potId);
	await world.pass(5_000);
	expect((await world.store.decisions(potId, 1))[0]?.trigger.kind).toBe('delisting');
	expect((await ends(world, potId)).slice(1)).toEqual(['daily close BTC: begun']);
	world.stuck.clear();
	await world.pass(3 * MINUTE_MS);
	expect((await ends(world, potId)).slice(1)).toEqual(['daily close BTC: executed']);
});

test('an opening whose exchange is down lets others pass, and is made once by the decision that replaces it', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	world.down.add('BTC');
	const { potId } = await started(world);
	await world.pass(5 * MINUTE_MS);
	expect(await ends(world, potId)).toEqual(['start open BTC: begun', 'start open SOL: executed']);
	notice(world, 'a notice');
	await world.pass(2 * MINUTE_MS);
	expect(await ends(world, potId)).toEqual([
		'start open BTC: expired',
		'start open SOL: executed',
		'delisting open BTC: begun',
	]);
	world.down.clear();
	await world.pass(2 * MINUTE_MS);
	expect((await ends(world, potId)).at(-1)).toBe('delisting open BTC: executed');
	expect(world.sent).toEqual(['open SOL', 'open BTC']);
});

test('a margin reduction and a stop do not wait for a reduction that does not end', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	const { autopilot, potId } = await started(world);
	world.stuck.add('BTC');
	lowMargin(world, 'bybit');
	await world.pass(MINUTE_MS);
	expect([world.held('BTC'), world.held('SOL')]).toEqual([250, 150]);
	lowMargin(world, 'kucoin');
	await world.pass(MINUTE_MS);
	// The pair that is being reduced is left alone.
	expect([world.held('BTC'), world.held('SOL')]).toEqual([250, 75]);
	await autopilot.stop(BY_ANN, potId, true);
	await world.pass(5_000);
	expect(world.held('SOL')).toBe(0);
	expect(world.sent.at(-1)).toBe('reduce SOL by 0');
	world.stuck.clear();
	world.alarms.length = 0;
	await world.pass(15 * MINUTE_MS);
	expect(world.held('BTC')).toBe(0);
	expect(onlyPot(await autopilot.status(ANN, { potId, decisions: 0 })).state).toBe('stopped');
});

test('a pair whose margin reduction is stuck does not keep later ones from the other pairs', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	const { potId } = await started(world);
	world.stuck.add('BTC');
	lowMargin(world, 'bybit');
	await world.pass(12 * MINUTE_MS);
	expect([world.held('BTC'), world.held('SOL')]).toEqual([250, 75]);
	expect(await ends(world, potId)).toEqual([
		'start open BTC: executed',
		'start open SOL: executed',
		'margin_alarm reduce BTC: begun',
		'margin_alarm reduce SOL: executed',
		'margin_alarm reduce SOL: executed',
	]);
});

test('a margin reduction that an exchange refuses for the moment is decided once', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { potId } = await started(world);
	world.down.add('BTC');
	lowMargin(world, 'bybit');
	await world.pass(25 * MINUTE_MS);
	expect((await ends(world, potId)).slice(1)).toEqual(['margin_alarm reduce BTC: begun']);
	world.down.clear();
	world.alarms.length = 0;
	await world.pass(2 * MINUTE_MS);
	expect((await ends(world, potId)).slice(1)).toEqual(['margin_alarm reduce BTC: executed']);
	expect(world.held('BTC')).toBe(250);
});

test('a stop without a close ends a margin reduction that waits for its exchange, and no other follows', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	world.down.add('BTC');
	lowMargin(world, 'bybit');
	await world.pass(5 * MINUTE_MS);
	await autopilot.stop(BY_ANN, potId, false);
	await world.pass(5 * MINUTE_MS);
	world.down.clear();
	await world.pass(HOUR_MS);
	expect((await ends(world, potId)).slice(1)).toEqual(['margin_alarm reduce BTC: skipped']);
	expect(world.held('BTC')).toBe(500);
	await autopilot.stop(BY_ANN, potId, true);
	await world.pass(5 * MINUTE_MS);
	expect(world.held('BTC')).toBe(0);
});

test('an opening whose answer was lost is found before a new decision replaces it', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	world.unanswered.add('BTC');
	const { potId } = await started(world);
	expect(world.errors).toEqual(['a change of a pot failed']);
	notice(world, 'a notice');
	await world.pass(2 * MINUTE_MS);
	expect(await ends(world, potId)).toEqual(['start open BTC: executed']);
	expect(world.sent).toEqual(['open BTC']);
});

test('a margin is judged again only by an account read after the last reduction ended', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	await started(world);
	const readAt = world.clock.now();
	const alarm = { exchange: 'bybit', level: 'reduce', since: 1, message: 'Equity is low.' } as const;
	world.alarms.push({ ...alarm, reduceShare: parseDecimal('0.5'), readAt });
	await world.pass(HOUR_MS);
	expect(world.held('BTC')).toBe(250);
	world.alarms[0] = { ...alarm, reduceShare: parseDecimal('0.5') };
	await world.pass(2 * MINUTE_MS);
	expect(world.held('BTC')).toBe(125);
});

test('changed settings end what has not begun, also while no new plan can be made', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500).set('SOL', 300);
	world.stuck.add('BTC');
	const { autopilot, potId } = await started(world);
	world.waits = 'The prices are old.';
	await autopilot.change(BY_ANN, potId, { capital: fromInteger(5_000) });
	world.stuck.clear();
	await world.pass(5 * MINUTE_MS);
	expect(await ends(world, potId)).toEqual(['start open BTC: executed', 'start open SOL: expired']);
	expect(world.sent).toEqual(['open BTC']);
});

test('a suggestion ends when the settings change, so that nobody can confirm it', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world, { mode: 'suggest' });
	const [decision] = await world.store.decisions(potId, 1);
	world.waits = 'The prices are old.';
	await autopilot.change(BY_ANN, potId, { coinsDenied: ['BTC'] });
	await world.pass(1_000);
	expect(await ends(world, potId)).toEqual(['start open BTC: expired']);
	const confirmed = autopilot.answer(AS_ANN, String(decision?.decisionId), undefined, true);
	await expect(confirmed).rejects.toMatchObject({ code: 'NOTHING_TO_CONFIRM' });
	expect(world.sent).toEqual([]);
});

test.each([
	['a coin that is denied', { coinsDenied: ['BTC'] }],
	['an exchange that was removed', { exchanges: ['bybit', 'gate'] }],
	['a capital that is too small', { capital: fromInteger(500) }],
] as const)('a confirmed opening is not sent against the present settings: %s', async (_what, change) => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world, { mode: 'suggest' });
	autopilot.close();
	const [decision] = await world.store.decisions(potId, 1);
	// Without the time of a change, only the check before the order can find it.
	const settings = encodePayload({ ...POT_SETTINGS, mode: 'suggest', ...change });
	world.database.prepare('UPDATE pot SET settings = ?').run(settings);
	const second = await world.open();
	await second.answer(AS_ANN, String(decision?.decisionId), undefined, true);
	await world.pass(2 * MINUTE_MS);
	expect((await ends(world, potId))[0]).toBe('start open BTC: expired');
	expect(world.sent).toEqual([]);
});

/** Returns a roll of the short leg of the first execution. */
function rollOf(world: PotWorld, change: Partial<PlannedChange>): PlannedChange {
	const [held] = world.executions.values();
	if (held === undefined) throw new Error('The pot opened nothing.');
	return {
		kind: 'roll',
		coin: 'BTC',
		long: held.long,
		short: { venue: 'kucoin', symbol: 'BTCUSDCM' },
		executionId: held.executionId,
		leg: 'short',
		notional: fromInteger(250),
		share: ONE,
		gain: fromInteger(2),
		cost: parseDecimal('0.5'),
		costMax: ONE,
		explanation: 'The test wants it.',
		...change,
	};
}

/** Suggests to close two of five coins, and to move half of the other three. */
async function suggestedBoth(): Promise<Started & { readonly world: PotWorld; readonly id: string }> {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const pot = await started(world);
	const [short] = [...world.executions.values()].map((one) => one.short);
	if (short === undefined) throw new Error('The pot opened nothing.');
	const reduction = { kind: 'reduce', leg: null, costMax: null, share: parseDecimal('0.4'), short } as const;
	world.wanted.push(rollOf(world, reduction), rollOf(world, { share: parseDecimal('0.5') }));
	await pot.autopilot.change(BY_ANN, pot.potId, { mode: 'suggest' });
	await world.pass(MINUTE_MS);
	const [decision] = await world.store.decisions(pot.potId, 1);
	return { ...pot, world, id: String(decision?.decisionId) };
}

test('a reduction that is confirmed after the roll beside it closes as much as was suggested', async () => {
	const { world, autopilot, potId, id } = await suggestedBoth();
	await autopilot.answer(AS_ANN, id, [1], true);
	await world.pass(MINUTE_MS);
	expect([...world.executions.values()].map(({ quantity }) => quantity)).toEqual([
		parseDecimal('3.5'),
		parseDecimal('1.5'),
	]);
	await autopilot.answer(AS_ANN, id, [0], true);
	await world.pass(MINUTE_MS);
	expect((await ends(world, potId)).slice(1)).toEqual([
		'changed reduce BTC: executed',
		'changed roll BTC: executed',
	]);
	expect([...world.executions.values()].map(({ quantity }) => quantity)).toEqual([
		parseDecimal('1.5'),
		parseDecimal('1.5'),
	]);
});

test('a reduction that is confirmed after a roll that moved only a part closes as much as was suggested', async () => {
	const { world, autopilot, id } = await suggestedBoth();
	world.partial.add('BTC');
	await autopilot.answer(AS_ANN, id, [1], true);
	await world.pass(MINUTE_MS);
	await autopilot.answer(AS_ANN, id, [0], true);
	await world.pass(MINUTE_MS);
	expect(world.sent.at(-1)).toBe('reduce BTC by 2');
	expect([...world.executions.values()].map(({ quantity }) => quantity)).toEqual([
		parseDecimal('2.25'),
		parseDecimal('0.75'),
	]);
});

test('a declined reduction does not enlarge the roll beside it', async () => {
	const { world, autopilot, id } = await suggestedBoth();
	await autopilot.answer(AS_ANN, id, [0], false);
	await autopilot.answer(AS_ANN, id, [1], true);
	await world.pass(MINUTE_MS);
	expect([...world.executions.values()].map(({ quantity }) => quantity)).toEqual([
		parseDecimal('3.5'),
		parseDecimal('1.5'),
	]);
});

test('a roll that costs more than its plan allows is refused, and made when it costs less', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { potId } = await started(world);
	world.wanted.push(rollOf(world, { share: parseDecimal('0.5') }));
	world.costNow = 1.5;
	notice(world, 'first');
	await world.pass(2 * MINUTE_MS);
	expect((await ends(world, potId)).slice(1)).toEqual(['delisting roll BTC: refused']);
	expect(world.sent).toEqual(['open BTC']);
	world.costNow = 0.9;
	notice(world, 'second');
	await world.pass(2 * MINUTE_MS);
	expect((await ends(world, potId)).slice(2)).toEqual(['delisting roll BTC: executed']);
	expect(world.sent).toEqual(['open BTC', 'roll BTC']);
});

test('an opening counts on the day on which it was sent, even if it fails', async () => {
	const world = createPotWorld(Date.UTC(2026, 10, 21, 23, 50));
	world.targets.set('BTC', 500).set('SOL', 300).set('XRP', 200);
	world.stuck.add('BTC');
	world.failing.add('BTC');
	const { potId } = await started(world, {
		limits: { ...POT_SETTINGS.limits, ordersPerDay: 4 },
		decisionMinute: 600,
	});
	await world.pass(10 * MINUTE_MS);
	world.stuck.clear();
	await world.pass(10 * MINUTE_MS);
	// Two openings were sent today, and the failed one was sent yesterday.
	expect(await ends(world, potId)).toEqual([
		'start open BTC: refused',
		'start open SOL: executed',
		'start open XRP: executed',
	]);
	notice(world, 'a notice');
	await world.pass(2 * MINUTE_MS);
	expect((await ends(world, potId)).slice(3)).toEqual(['delisting open BTC: skipped']);
});

test('a failed opening is no surprise and causes no decision', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	world.failing.add('BTC');
	const { potId } = await started(world);
	await world.pass(HOUR_MS);
	expect(await ends(world, potId)).toEqual(['start open BTC: refused']);
	expect(await world.store.watched(potId)).toEqual([]);
});

test('an execution that the pot reduced before and that ends by itself later is a surprise', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { potId } = await started(world);
	world.targets.set('BTC', 200);
	notice(world, 'a notice');
	await world.pass(2 * MINUTE_MS);
	world.targets.clear();
	world.lose('exec_1');
	await world.pass(2 * MINUTE_MS);
	const decisions = await world.store.decisions(potId, 9);
	expect(decisions.map(({ trigger }) => trigger.kind)).toEqual(['lost_leg', 'delisting', 'start']);
	expect(await world.store.watched(potId)).toEqual([]);
});

test('a close that is refused for good is requested again after an hour, not every minute', async () => {
	const world = createPotWorld();
	world.targets.set('BTC', 500);
	const { autopilot, potId } = await started(world);
	world.refusals.set('BTC', 'RISK_LIMIT');
	await autopilot.stop(BY_ANN, potId, true);
	await world.pass(55 * MINUTE_MS);
	expect((await ends(world, potId)).slice(1)).toEqual(['stop close BTC: refused']);
	await world.pass(10 * MINUTE_MS);
	expect((await ends(world, potId)).slice(2)).toEqual(['stop close BTC: executed']);
	expect(onlyPot(await autopilot.status(ANN, { potId, decisions: 0 })).state).toBe('stopped');
});

test.each(['pause', 'close'] as const)(
	'a stop that keeps the positions wins over a drawdown stop that wants to %s',
	async (onDrawdown) => {
		const world = createPotWorld();
		world.targets.set('BTC', 500);
		const first = await started(world, { onDrawdown });
		first.autopilot.close();
		const calls: Promise<unknown>[] = [];
		let isCalled = false;
		const second: RunningAutopilot = await world.open(({ name }, when) => {
			// The user's call comes while the drawdown stop is being stored.
			if (name === 'setState' && when === 'before' && !isCalled) {
				isCalled = true;
				calls.push(second.stop(BY_ANN, first.potId, false));
			}
			return false;
		});
		world.profit = -600;
		await world.pass(5 * MINUTE_MS);
		await Promise.all(calls);
		expect(isCalled).toBe(true);
		expect(onlyPot(await second.status(ANN, { potId: first.potId, decisions: 0 })).state).toBe('stopped');
		expect(world.held('BTC')).toBe(500);
		expect(world.alerts.map(({ facts }) => facts.state)).not.toContain('drawdown');
	},
);
