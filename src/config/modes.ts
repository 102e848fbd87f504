/** Settings that count in one mode alone. */
import { exact, onOff, optionalWhole, optionalWords, section, whole } from './values.ts';

/** Section `simulation`, for mode simulated. */
export const simulationSchema = section('The simulated exchanges of mode simulated.', {
	seed: whole([0, 1, Number.MAX_SAFE_INTEGER], 'seed', 'The same seed makes the same prices and rates.'),
	historyDir: optionalWords(1_024, 'Directory of recorded prices and rates to play instead of seeded ones.'),
	settleInSeconds: optionalWhole('s', 1, 3_600, 'Puts the first settlement so long after the first start.'),
	external: onOff(false, 'Use simulators that run already and are named in run.json of the data directory.'),
});

/** Section `paper`, for mode paper; the deposit is in USD, the latency in milliseconds. */
export const paperSchema = section('The accounts of mode paper.', {
	depositUsd: exact(
		['10', '10000', '1000000000'],
		'USD',
		'What a new account begins with, at each exchange.',
	),
	latencyMs: optionalWhole(
		'ms',
		0,
		10_000,
		'How long an order is on its way; null is the usual round trip to the exchange, as measured.',
	),
});
