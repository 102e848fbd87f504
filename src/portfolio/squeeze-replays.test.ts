import { expect, test } from 'vitest';
import type { ReplayChoices, ReplayJob, ReplayRequest } from '../ports/replays.ts';
import type { HeldExecution, ShockReader, Squeeze } from '../ports/what-if.ts';
import { createSqueezeReplays } from './squeeze-replays.ts';

const OCTOBER: Squeeze = {
	id: '2025-10',
	name: '10–11 Oct 2025',
	from: Date.UTC(2025, 9, 10),
	until: Date.UTC(2025, 9, 12),
	happened: 'Liquidations.',
};
const CHOICES: ReplayChoices = {
	data: ['recordings', 'year', 'unreadable'],
	names: {
		recordings: { exchanges: ['okx', 'bybit'], coins: ['BTC'] },
		year: { exchanges: ['okx', 'bybit', 'binance'], coins: ['BTC', 'ETH'] },
	},
	policies: [],
	rules: ['TOO_GOOD'],
};
const ALL = { executionId: undefined, data: undefined };

const held = (executionId: string, change: Partial<HeldExecution> = {}): HeldExecution => ({
	executionId,
	coin: 'BTC',
	long: 'okx',
	short: 'bybit',
	legUsd: 1_000,
	leverage: 2,
	...change,
});

function whatIf(positions: readonly HeldExecution[], choices: ReplayChoices = CHOICES, equity = 5_000) {
	const started: ReplayRequest[] = [];
	const reader: ShockReader = {
		shock: () => Promise.reject(new Error('Not asked here.')),
		holdings: async () => ({ held: positions, equity }),
	};
	const squeezes = createSqueezeReplays({
		reader,
		replays: {
			choices: async () => choices,
			async start(userId, request) {
				started.push(request);
				const job: ReplayJob = {
					replayId: 'replay_1',
					userId,
					request,
					state: 'queued',
					reason: null,
					createdAt: 0,
					startedAt: null,
					endedAt: null,
					ahead: 0,
					progress: null,
				};
				return job;
			},
		},
	});
	return { squeezes, started };
}

test('chooses the data that have most of the positions, and names those that they lack', async () => {
	const { squeezes, started } = whatIf([
		held('a'),
		held('b', { coin: 'ETH', short: 'binance' }),
		held('c', { coin: 'ETH', short: 'kucoin' }),
	]);
	const replay = await squeezes.squeeze('user', OCTOBER, ALL);
	expect(replay.leftOut).toEqual(['c']);
	expect(started).toMatchObject([
		{
			data: 'year',
			policy: 'holdings',
			set: { positions: 'BTC:okx:bybit:1000:2,ETH:okx:binance:1000:2' },
			from: OCTOBER.from,
			until: OCTOBER.until,
			exchanges: ['binance', 'bybit', 'okx'],
			coins: ['BTC', 'ETH'],
			capitalUsd: 5_000,
			without: ['TOO_GOOD'],
		},
	]);
});

test('adds up executions on the same contracts, with the same margin', async () => {
	const { squeezes, started } = whatIf([held('a'), held('b', { legUsd: 500, leverage: 1 })]);
	await squeezes.squeeze('user', OCTOBER, ALL);
	expect(started[0]?.set).toEqual({ positions: 'BTC:okx:bybit:1500:1.5' });
});

test('has enough capital for the exchange with the largest margin', async () => {
	const { squeezes, started } = whatIf([held('a')], CHOICES, 10);
	await squeezes.squeeze('user', OCTOBER, ALL);
	expect(started[0]?.capitalUsd).toBe(1_200);
});

test('replays one execution, or the data that the caller names', async () => {
	const { squeezes, started } = whatIf([held('a'), held('b', { coin: 'ETH' })]);
	await squeezes.squeeze('user', OCTOBER, { executionId: 'a', data: 'recordings' });
	expect(started[0]).toMatchObject({ data: 'recordings', coins: ['BTC'] });
});

test('refuses without a position, an unknown execution, and positions that no data have', async () => {
	const refusal = async (positions: readonly HeldExecution[], change: object = {}, choices = CHOICES) => {
		const { squeezes } = whatIf(positions, choices);
		return squeezes
			.squeeze('user', OCTOBER, { ...ALL, ...change })
			.catch((error: { code: string; message: string }) => [error.code, error.message]);
	};
	expect(await refusal([])).toEqual([
		'INVALID_PARAMS',
		'You hold no open pair, so there is nothing to replay.',
	]);
	expect(await refusal([held('a')], { executionId: 'b' })).toEqual([
		'UNKNOWN_EXECUTION',
		'You have no execution b.',
	]);
	expect(await refusal([held('a', { coin: 'INJ' })])).toEqual([
		'REPLAY_DATA',
		'No recorded data of this service have your positions for 10–11 Oct 2025 (10 Oct, 00:00 UTC to 12 Oct, 00:00 UTC). Searched: recordings, year, unreadable.',
	]);
	expect(await refusal([held('a')], {}, { ...CHOICES, data: [], names: {} })).toEqual([
		'REPLAY_DATA',
		'No recorded data of this service have your positions for 10–11 Oct 2025 (10 Oct, 00:00 UTC to 12 Oct, 00:00 UTC). The operator offers no recorded data (setting replay.dataFolders).',
	]);
});
