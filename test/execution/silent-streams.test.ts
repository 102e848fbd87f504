/** Accounts whose own stream tells of no orders, on the desk with everything below it: what is refused, told, and closed all the same. */
import { expect, test } from 'vitest';
import type { CarrywireError } from '../../src/domain/carrywire-error.ts';
import { fromInteger, ZERO } from '../../src/domain/decimal.ts';
import type { ExecuteAnswer } from '../../src/ports/desk.ts';
import { type AlertStage, createAlertStage, USER } from '../support/alert-stage.ts';

const FEED = { size: '20' };
const asked: string[] = [];
/** A self-check is under way. */
let checking = false;

function stageNow(): AlertStage {
	asked.length = 0;
	checking = false;
	return createAlertStage(20_261_123, {
		risk: {
			selfChecks: {
				refusal: () => (checking ? { said: 'The self-check is under way.', isFinal: false } : undefined),
				hearStream: (userId, venue) => asked.push(`${userId} ${venue}`),
			},
		},
	});
}

async function close(stage: AlertStage, executionId: string): Promise<string> {
	stage.trading.feed('SOL', FEED);
	const closed = stage.trading.desk.close({
		userId: USER,
		agent: undefined,
		executionId,
		maxSlippageBps: undefined,
		share: fromInteger(1),
	});
	return (await stage.trading.settled(closed)).status;
}

/** Two executions open and close, a third runs: five orders at each exchange. */
async function fiveOrders(stage: AlertStage): Promise<string> {
	for (let count = 0; count < 2; count += 1) expect(await close(stage, await stage.open())).toBe('closed');
	return stage.open();
}

async function refusalOf(stage: AlertStage): Promise<CarrywireError> {
	stage.trading.feed('SOL', FEED);
	const error = await stage.trading.settled(stage.trading.execute({}).catch((thrown: unknown) => thrown));
	expect(error).toBeInstanceOf(Error);
	return error as CarrywireError;
}

const told = (stage: AlertStage): readonly unknown[] =>
	stage.told
		.filter(({ kind }) => kind === 'stream_silent')
		.map(({ facts, exchange, severity }) => [facts.state, exchange, severity]);

test('nothing is opened on an account whose stream told of none of its last five orders, and what runs is closed', async () => {
	const stage = stageNow();
	const { bybit, kucoin } = stage.trading;
	kucoin.silenceStream(true);
	const id = await fiveOrders(stage);
	await stage.trading.passFed(8_000, 'SOL', FEED);
	expect(stage.trading.streams.allSilent().map(({ venue }) => venue)).toEqual(['kucoin']);
	const sent = [bybit.sentCount(), kucoin.sentCount()];
	expect(await refusalOf(stage)).toMatchObject({
		code: 'STREAM_SILENT',
		message: expect.stringMatching(
			/^The own stream of your account at kucoin has told of none of its last 5 orders since /,
		),
		facts: { exchange: 'kucoin' },
	});
	expect([bybit.sentCount(), kucoin.sentCount()]).toEqual(sent);
	expect(told(stage)).toEqual([['began', 'kucoin', 'warning']]);
	expect([kucoin.streamRenewals(), bybit.streamRenewals()]).toEqual([1, 0]);
	await stage.trading.passFed(6_000, 'SOL', FEED);
	expect(asked).toEqual([`${USER} kucoin`]);
	expect(await close(stage, id)).toBe('closed');
	expect(stage.trading.streams.allSilent()).toHaveLength(1);
});

test('once the stream tells of an order again opening is allowed, and that is told', async () => {
	const stage = stageNow();
	const { kucoin } = stage.trading;
	kucoin.silenceStream(true);
	const id = await fiveOrders(stage);
	await stage.trading.passFed(8_000, 'SOL', FEED);
	expect((await refusalOf(stage)).code).toBe('STREAM_SILENT');
	kucoin.silenceStream(false);
	kucoin.tellOrder('SOLUSDTM', 'c0ffee');
	await stage.trading.passFed(2_000, 'SOL', FEED);
	expect(told(stage)).toEqual([
		['began', 'kucoin', 'warning'],
		['over', 'kucoin', 'info'],
	]);
	expect(await close(stage, id)).toBe('closed');
	expect(await close(stage, await stage.open())).toBe('closed');
});

test('what is being opened begins no further slice while the stream is silent, and goes on when it speaks', async () => {
	const stage = stageNow();
	const { trading } = stage;
	trading.kucoin.silenceStream(true);
	for (let count = 0; count < 2; count += 1) expect(await close(stage, await stage.open())).toBe('closed');
	trading.feed('SOL', FEED);
	const terms = { mode: 'grid', amount: fromInteger(2_000) } as const;
	const { executionId: id } = (await trading.settled(trading.execute(terms))) as ExecuteAnswer;
	const state = () => trading.driver.state(id);
	const seconds = async (count: number, isSo: () => boolean): Promise<void> => {
		for (let tenth = 0; tenth < 10 * count && !isSo(); tenth += 1) await trading.passFed(100, 'SOL', FEED);
	};
	// A self-check that is under way holds the grid while the stream has its time to tell of the first slice.
	await seconds(20, () => (state()?.held.long ?? ZERO) > ZERO);
	checking = true;
	await seconds(20, () => trading.streams.allSilent().length > 0);
	const held = state()?.held.long ?? ZERO;
	checking = false;
	await seconds(30, () => false);
	expect([state()?.phase, state()?.held.long]).toEqual(['opening', held]);
	trading.kucoin.silenceStream(false);
	trading.kucoin.tellOrder('SOLUSDTM', 'c0ffee');
	await seconds(240, () => state()?.phase === 'running');
	expect(state()?.held.long).toBe(state()?.plan.quantity);
});
