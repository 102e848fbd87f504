/** Defines the settings that apply only in simulated mode, and those that apply only in paper mode. */
import { exact, onOff, optionalWhole, optionalWords, section, whole } from './values.ts';

/** Section `simulation`, for simulated mode. */
export const simulationSchema = section('The simulated exchanges (simulated mode).', {
	seed: whole(
		[0, 1, Number.MAX_SAFE_INTEGER],
		'seed',
		'Seed of the prices and rates; the same seed gives the same prices and rates.',
	),
	historyDir: optionalWords(
		1_024,
		'Directory of recorded prices and rates to replay instead of generated ones.',
	),
	settleInSeconds: optionalWhole('s', 1, 3_600, 'Time from the first start to the first settlement.'),
	external: onOff(
		false,
		'Whether to use simulators that already run, as listed in run.json in the data directory.',
	),
});

/** Section `paper`, for paper mode; the deposit is in USD, the latency in milliseconds. */
export const paperSchema = section('Paper accounts (paper mode).', {
	depositUsd: exact(
		['10', '10000', '1000000000'],
		'USD',
		'Initial deposit of a new account, on each exchange.',
	),
	latencyMs: optionalWhole(
		'ms',
		0,
		10_000,
		'Latency of an order; null: the typical measured round trip to the exchange.',
	),
});
