/**
 * Every setting of the service: meaning, unit, default and range. `docs/configuration.md` is generated from here.
 * Times are milliseconds where the name says `Ms`; money is USD; `bps` are basis points (0.01 %).
 */
import * as z from 'zod';
import { type Decimal, formatDecimal } from '../domain/decimal.ts';
import type { JsonObject } from '../domain/exact-json.ts';
import { TRADING_MODES } from '../domain/trading-mode.ts';
import { alertsSchema } from './alerts.ts';
import { type ExchangeOAuthSettings, exchangeOAuthSchema, halfClients } from './exchange-oauth.ts';
import { type ConfigFault, faultsOf } from './faults.ts';
import { guestFaults } from './guests.ts';
import { type HostsSettings, hostsFaults, hostsSchema } from './hosts.ts';
import { authSchema } from './identity.ts';
import { paperSchema, simulationSchema } from './modes.ts';
import { rateLimitsSchema, rpcSchema, serverSchema } from './server.ts';
import { streamSchema } from './stream.ts';
import { tracingSchema } from './tracing.ts';
import { transportFaults, transportSchema } from './transport.ts';
import { choice, exact, onOff, section, whole, words } from './values.ts';
import { vaultSchema } from './vault.ts';
import { venueFaults, venuesSchema, withTestVenues } from './venues.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

const executionSchema = section('Limits of trading.', {
	maxSlippageBpsDefault: exact(
		['0.1', '10', '1000'],
		'bps',
		'Slippage guard of a leg if the call sets none.',
	),
	maxSlippageBpsMax: exact(['0.1', '100', '1000'], 'bps', 'Widest slippage guard that a call may set.'),
	leverageMax: exact(['1', '5', '100'], 'times', 'Highest leverage of a leg.'),
	amountMaxUsd: exact(
		['1', '100000', '1000000000'],
		'USD',
		'Largest amount of one execution, both legs together.',
	),
	openAmountMaxUsd: exact(['1', '500000', '1000000000'], 'USD', 'Largest open amount of one user.'),
	executionsOpenMax: whole([1, 50, 10_000], 'executions', 'Most open executions of one user.'),
	widenAfterMs: whole(
		[100, 2_000, 60_000],
		'ms',
		'A lagging leg is completed within the slippage guard for this long, then up to unwindSlippageBpsMax.',
	),
	reduceAfterMs: whole(
		[100, 5_000, 120_000],
		'ms',
		'After this time a lagging leg is no longer completed: the larger leg is reduced.',
	),
	unhedgedMaxUsd: exact(
		['10', '50000', '1000000000'],
		'USD',
		'Largest unhedged amount of one execution; it limits the size of each slice.',
	),
	unhedgedUserMaxUsd: exact(
		['10', '100000', '1000000000'],
		'USD',
		'Largest unhedged amount over all executions of one user; a slice waits until it fits.',
	),
	unhedgedServiceMaxUsd: exact(
		['10', '500000', '1000000000'],
		'USD',
		'Largest unhedged amount over all users; a slice waits until it fits.',
	),
	settlementGuardMs: whole(
		[0, 20_000, 120_000],
		'ms',
		'Nothing is opened within this time before or after a settlement of either leg.',
	),
	makerMs: whole(
		[1_000, 30_000, 3_600_000],
		'ms',
		'Time for which single-delay rests its first leg before it takes.',
	),
	gridMs: whole(
		[60_000, 14_400_000, 604_800_000],
		'ms',
		'After this time the unopened part of a grid is dropped.',
	),
	unwindSlippageBpsMax: exact(
		['1', '150', '5000'],
		'bps',
		'Largest distance from the mid price at which a leg is completed late, reduced or closed.',
	),
	unknownAttentionMs: whole(
		[1_000, 60_000, 3_600_000],
		'ms',
		'An order of unknown state for longer needs attention by a person.',
	),
	bookAgeMsMax: whole(
		[0, 1_000, 60_000],
		'ms',
		'Oldest streamed book for a decision to trade; older books are fetched again.',
	),
	accountPollMs: whole(
		[500, 2_000, 60_000],
		'ms',
		'Interval between reads of an account while its user trades or has an open execution.',
	),
	accountIdlePollMs: whole([1_000, 30_000, 3_600_000], 'ms', 'Interval between reads of any other account.'),
	accountAgeMsMax: whole(
		[500, 5_000, 60_000],
		'ms',
		'Oldest account reading for a decision to trade; older ones are read again.',
	),
	emergencyHedge: onOff(
		false,
		'If a user has connected three exchanges and one no longer answers, hedge its unhedged leg on the third. Off: the leg waits until the exchange answers.',
	),
	emergencyHedgeAfterMs: whole(
		[5_000, 15_000, 300_000],
		'ms',
		'An exchange without an answer for the account for this long is treated as dead.',
	),
	previewTtlMs: whole([1_000, 30_000, 600_000], 'ms', 'Validity of a preview.'),
	closeWaitMs: whole([0, 20_000, 24_000], 'ms', 'Longest wait of close_execution until both legs are flat.'),
});

const riskSchema = section('Risk limits for every opening, in addition to the limits of trading.', {
	openNotionalMaxUsd: exact(
		['10', '1000000', '1000000000'],
		'USD',
		'Largest open notional of one user, all legs.',
	),
	coinNotionalMaxUsd: exact(
		['10', '500000', '1000000000'],
		'USD',
		'Largest open notional of one user in one coin, all legs.',
	),
	venueNotionalMaxUsd: exact(
		['10', '1000000', '1000000000'],
		'USD',
		'Largest open notional of one user at one exchange.',
	),
	dailyLossMaxUsd: exact(
		['1', '5000', '1000000000'],
		'USD',
		'Loss of one user since 00:00 UTC, realised and unrealised, at which nothing more is opened.',
	),
	stressMovePct: exact(['1', '10', '90'], '%', 'Adverse price move that the margin of a leg must survive.'),
	liquidationDistanceMinPct: exact(
		['1', '12', '90'],
		'%',
		'Least distance from the entry price to the liquidation price of a leg.',
	),
	collarPct: exact(
		['0.1', '2', '50'],
		'%',
		'Largest distance of a mid price from the mark and index of its exchange.',
	),
	dataAgeMsMax: whole([500, 10_000, 60_000], 'ms', 'Oldest balance and positions at the time of the check.'),
	childDepthSharePct: exact(
		['1', '25', '100'],
		'%',
		'Largest share of the coins within the slippage guard that one child order of a grid may take, on the thinnest of the four sides of both books.',
	),
	venueErrorWindowMs: whole(
		[1_000, 60_000, 3_600_000],
		'ms',
		'Window over which the requests to an exchange are counted.',
	),
	venueErrorPctMax: exact(
		['1', '50', '100'],
		'%',
		'Share of unanswered requests in the window above which nothing is opened there.',
	),
	venueErrorsMin: whole(
		[1, 20, 100_000],
		'requests',
		'Least number of unanswered requests that blocks openings.',
	),
});

const marketDataSchema = section('Market data of the exchanges.', {
	tickerPeriodMs: whole([100, 1_000, 60_000], 'ms', 'Interval between reads of all tickers.'),
	tickerStaleMs: whole([200, 5_000, 600_000], 'ms', 'Older prices are stale.'),
	bookStaleMs: whole([200, 5_000, 600_000], 'ms', 'Older books are stale.'),
	bookDepth: whole([5, 50, 1_000], 'levels', 'Order book levels per side.'),
	contractsPeriodMs: whole(
		[1_000, 300_000, 3_600_000],
		'ms',
		'Interval between reads of all contracts. A refused order triggers a read immediately.',
	),
	noticesPeriodMs: whole(
		[1_000, 60_000, 3_600_000],
		'ms',
		'Interval between reads of the status and maintenance notices of an exchange.',
	),
	clockPeriodMs: whole(
		[1_000, 60_000, 600_000],
		'ms',
		'Interval between comparisons of the clocks; after a refused timestamp they are compared at once.',
	),
});

const scannerSchema = section('Limits for opportunities.', {
	maxAmountSlippageBps: exact(['0.1', '15', '1000'], 'bps', 'Slippage of a leg that limits max_amount.'),
	// Measured: 298 of 1.13 million pair-hours of a year (Binance, Bybit, Hyperliquid, 17 coins, 2025-08 to 2026-08)
	// were above 5: the crash of 2025-10-10, the INJ squeeze of 2026-02, the delisting of TON, and 19 hours of other
	// caps. Counting hours with only one leg above 5 adds half as many, from the same causes: both legs paid alike,
	// and the headline was moderate.
	tooGoodApr: exact(
		['0.1', '5', '1000'],
		'a year',
		'Headline APR, or yearly rate of one leg, above which the guard TOO_GOOD applies; 5 is 500 %.',
	),
});

const recordSchema = section('Recording of exchange data into recordings/ of the data directory.', {
	enabled: onOff(true, 'Whether funding estimates and the tops of books are recorded.'),
	maxMb: whole(
		[10, 2_000, 1_000_000],
		'MB',
		'Largest size of all recordings together; the oldest files are deleted first.',
	),
	retentionDays: whole([1, 400, 3_650], 'days', 'Older recordings are deleted.'),
	bookPeriodMs: whole([100, 1_000, 3_600_000], 'ms', 'Interval between recordings of the tops of the books.'),
});

const logSchema = section('The log.', {
	level: choice(LOG_LEVELS, 'info', 'Lowest level that is written.'),
});

/** Parses the settings file: absent members get their defaults, unknown ones are refused. */
export const configSchema = z
	.strictObject({
		mode: choice(
			TRADING_MODES,
			'simulated',
			'Money that is traded: simulated, paper, test money at the test environments of the exchanges, or real money, which each start must confirm ([modes.md](modes.md)).',
		),
		dataDir: words(1_024, './data', 'Directory of the journal, the tokens and the exchange accounts.'),
		venues: venuesSchema,
		server: serverSchema,
		rpc: rpcSchema,
		rateLimits: rateLimitsSchema,
		stream: streamSchema,
		auth: authSchema,
		simulation: simulationSchema,
		paper: paperSchema,
		execution: executionSchema,
		risk: riskSchema,
		marketData: marketDataSchema,
		scanner: scannerSchema,
		hosts: hostsSchema,
		transport: transportSchema,
		record: recordSchema,
		alerts: alertsSchema,
		exchangeOAuth: exchangeOAuthSchema,
		vault: vaultSchema,
		log: logSchema,
		tracing: tracingSchema,
	})
	.superRefine((config, context) => {
		for (const [path, message] of crossChecks(config as ReadConfig))
			context.addIssue({ code: 'custom', path: path.split('.'), message });
	})
	.transform(({ server, ...config }) => ({
		...config,
		server: { ...server, publicFigures: server.publicFigures ?? config.mode !== 'live' },
	}));

/** The settings with every default filled in. */
export type Config = z.output<typeof configSchema>;

/** Parses the settings with all defaults, or returns all faults. Numbers in `given` are `NumberText`. */
export function readConfig(
	given: JsonObject,
): { readonly config: Config } | { readonly faults: readonly ConfigFault[] } {
	const read = configSchema.safeParse(withTestVenues(given));
	if (read.success) return { config: read.data };
	return { faults: faultsOf(read.error, given) };
}

type ReadConfig = {
	readonly venues: readonly string[];
	readonly execution: {
		readonly maxSlippageBpsDefault: Decimal;
		readonly maxSlippageBpsMax: Decimal;
		readonly amountMaxUsd: Decimal;
		readonly openAmountMaxUsd: Decimal;
		readonly widenAfterMs: number;
		readonly reduceAfterMs: number;
		readonly unhedgedMaxUsd: Decimal;
		readonly unhedgedUserMaxUsd: Decimal;
		readonly unhedgedServiceMaxUsd: Decimal;
		readonly accountPollMs: number;
		readonly accountIdlePollMs: number;
		readonly accountAgeMsMax: number;
		readonly emergencyHedge: boolean;
		readonly emergencyHedgeAfterMs: number;
	};
	readonly hosts: HostsSettings;
	readonly transport: { readonly redirect: readonly string[] };
	readonly marketData: { readonly tickerPeriodMs: number; readonly tickerStaleMs: number };
	readonly exchangeOAuth: ExchangeOAuthSettings;
} & Parameters<typeof guestFaults>[0];

/** Three failed reads in a row take 1 + 2 + 4 periods, because each failure doubles the interval. */
const HEDGE_POLLS_MIN = 7;

/** Rules between settings, as [path, rule]. */
function crossChecks(config: ReadConfig) {
	const { mode, venues, execution, marketData, hosts, transport, exchangeOAuth } = config;
	const faults = [
		...halfClients(exchangeOAuth),
		...hostsFaults(mode, hosts),
		...transportFaults(mode, venues, transport.redirect),
		...venueFaults(mode, venues),
		...guestFaults(config),
	];
	if (execution.maxSlippageBpsDefault > execution.maxSlippageBpsMax)
		faults.push([
			'execution.maxSlippageBpsDefault',
			`must be at most execution.maxSlippageBpsMax, ${formatDecimal(execution.maxSlippageBpsMax)}`,
		]);
	if (execution.amountMaxUsd > execution.openAmountMaxUsd)
		faults.push([
			'execution.amountMaxUsd',
			`must be at most execution.openAmountMaxUsd, ${formatDecimal(execution.openAmountMaxUsd)}`,
		]);
	if (execution.reduceAfterMs <= execution.widenAfterMs)
		faults.push([
			'execution.reduceAfterMs',
			`must be above execution.widenAfterMs, ${execution.widenAfterMs}`,
		]);
	for (const [key, above] of [
		['unhedgedMaxUsd', 'unhedgedUserMaxUsd'],
		['unhedgedUserMaxUsd', 'unhedgedServiceMaxUsd'],
	] as const)
		if (execution[key] > execution[above])
			faults.push([
				`execution.${key}`,
				`must be at most execution.${above}, ${formatDecimal(execution[above])}`,
			]);
	if (execution.emergencyHedge && execution.emergencyHedgeAfterMs < HEDGE_POLLS_MIN * execution.accountPollMs)
		faults.push([
			'execution.emergencyHedgeAfterMs',
			`must be at least ${HEDGE_POLLS_MIN} times execution.accountPollMs, ${HEDGE_POLLS_MIN * execution.accountPollMs}`,
		]);
	if (execution.accountIdlePollMs < execution.accountPollMs)
		faults.push([
			'execution.accountIdlePollMs',
			`must be at least execution.accountPollMs, ${execution.accountPollMs}`,
		]);
	if (execution.accountAgeMsMax < execution.accountPollMs)
		faults.push([
			'execution.accountAgeMsMax',
			`must be at least execution.accountPollMs, ${execution.accountPollMs}`,
		]);
	if (marketData.tickerStaleMs < 2 * marketData.tickerPeriodMs)
		faults.push([
			'marketData.tickerStaleMs',
			`must be at least twice marketData.tickerPeriodMs, ${marketData.tickerPeriodMs}`,
		]);
	return faults;
}
