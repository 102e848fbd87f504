/**
 * Tests the phases of a dead-man switch: armed before an order rests, renewed while one may rest, disarmed
 * afterwards.
 */

import { expect, test } from 'vitest';
import { runningExecution } from '../../../test/support/running-execution.ts';
import { probeOrderId } from '../../domain/ids.ts';
import type { DeadManSwitch, IsOurs, SwitchAnswer } from '../../ports/dead-man-switch.ts';
import { SILENT_LOGGER } from '../../ports/logger.ts';
import type { VenueTrading } from '../../ports/venue.ts';
import { createVirtualClock, passTime } from '../../runtime/virtual-clock.ts';
import { createDeadManSwitches } from './dead-man-switches.ts';

const ARMED: SwitchAnswer = { kind: 'yes', said: 'binance cancels' };
const ORDER = ['user_a', 'binance', 'BTCUSDT'] as const;
const HOUR_MS = 3_600_000;
const START_AT = Date.UTC(2026, 10, 23);
/** Creates switches for an account without orders, at an exchange that responds on demand. */
function openSwitches() {
	const clock = createVirtualClock(1_000_000);
	const asked: string[] = [];
	let isHeld = false;
	const answers: ((answer: SwitchAnswer) => void)[] = [];
	const disarmed: (() => void)[] = [];
	const deadMan: VenueTrading['deadMan'] = {
		reach: 'contract',
		check: async () => ARMED,
		arm(symbol) {
			asked.push(`arm ${symbol}`);
			return new Promise((resolve) => answers.push(resolve));
		},
		disarm(symbol) {
			asked.push(`disarm ${symbol}`);
			return isHeld ? new Promise((resolve) => disarmed.push(() => resolve(true))) : Promise.resolve(true);
		},
	};
	const switches = createDeadManSwitches({
		tradingFor: () => ({ deadMan }) as unknown as VenueTrading,
		statesOf: () => [],
		clock,
		log: SILENT_LOGGER,
	});
	/** Holds back the responses to all later disarm requests. */
	const holdDisarms = (): void => {
		isHeld = true;
	};
	return { clock, asked, answers, disarmed, holdDisarms, switches };
}

test('lets an order rest once the switch is armed, and disarms it when the order was never sent', async () => {
	const { clock, asked, answers, switches } = openSwitches();
	expect(switches.mayRest(...ORDER)).toBe(false);
	await passTime(clock, 1);
	expect([asked, switches.mayRest(...ORDER)]).toEqual([['arm BTCUSDT'], false]);
	answers[0]?.(ARMED);
	await passTime(clock, 1);
	expect(switches.mayRest(...ORDER)).toBe(true);
	await passTime(clock, HOUR_MS);
	expect(asked).toEqual(['arm BTCUSDT', 'disarm BTCUSDT']);
	expect(clock.waiting()).toBe(0);
});

test('sends nothing after the account was replaced', async () => {
	const { clock, asked, answers, switches } = openSwitches();
	switches.mayRest(...ORDER);
	await passTime(clock, 1);
	switches.forget('user_a', 'binance');
	answers[0]?.(ARMED);
	await passTime(clock, HOUR_MS);
	expect(asked).toEqual(['arm BTCUSDT']);
	expect(clock.waiting()).toBe(0);
});

test('waits at a stop until an idle switch is disarmed, up to the time limit of an answer', async () => {
	for (const isAnswered of [true, false]) {
		const { clock, asked, answers, disarmed, holdDisarms, switches } = openSwitches();
		switches.mayRest(...ORDER);
		await passTime(clock, 1);
		answers[0]?.(ARMED);
		await passTime(clock, 1);
		holdDisarms();
		let isClosed = false;
		const closing = switches.close().then(() => {
			isClosed = true;
		});
		await passTime(clock, 1_000);
		expect([asked, isClosed]).toEqual([['arm BTCUSDT', 'disarm BTCUSDT'], false]);
		if (isAnswered) disarmed[0]?.();
		else await passTime(clock, 10_000);
		await closing;
		expect(clock.waiting()).toBe(0);
	}
});

test('treats only orders of the journal and of self-checks as ours, not others of the same form', async () => {
	const clock = createVirtualClock(START_AT);
	const state = runningExecution({ openedAt: START_AT });
	const answers: Partial<Record<'check' | 'arm', IsOurs>> = {};
	const answering =
		(name: 'check' | 'arm') =>
		async (_symbol: string, isOurs: IsOurs): Promise<SwitchAnswer> => {
			answers[name] = isOurs;
			return ARMED;
		};
	const deadMan: DeadManSwitch = {
		reach: 'account',
		check: answering('check'),
		arm: answering('arm'),
		disarm: async () => true,
	};
	const { userId, legs } = state.plan;
	const { venue, instrument } = legs.long;
	const switches = createDeadManSwitches({
		tradingFor: () => ({ deadMan }) as unknown as VenueTrading,
		statesOf: (user) => (user === userId ? [state] : []),
		clock,
		log: SILENT_LOGGER,
	});
	expect(switches.mayRest(userId, venue, instrument.symbol)).toBe(false);
	await switches.check(userId, venue, instrument.symbol);
	await passTime(clock, 100);
	await switches.close();
	const [ours] = state.orders.map(({ clientOrderId }) => clientOrderId);
	if (ours === undefined) throw new Error('The execution has sent orders.');
	const last = ours.endsWith('0') ? '1' : '0';
	for (const isOurs of [answers.check, answers.arm]) {
		expect(isOurs?.(ours)).toBe(true);
		expect(isOurs?.(`${ours.slice(0, -1)}${last}`)).toBe(false);
		expect(isOurs?.(probeOrderId('ab'.repeat(11)))).toBe(true);
		expect(isOurs?.(`c0${'ab'.repeat(15)}`)).toBe(false);
	}
});
