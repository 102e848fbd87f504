/**
 * Defines every setting of the service: meaning, unit, default and range. `docs/configuration.md` is generated from
 * this file. Times are in milliseconds if the name contains `Ms`; money is in USD; `bps` are basis points (0.01 %).
 */
import * as z from 'zod';
import { type Decimal, formatDecimal } from '../domain/decimal.ts';
import type { JsonObject } from '../domain/exact-json.ts';
import { TRADING_MODES } from '../domain/trading-mode.ts';
import { alertsSchema } from './alerts.ts';
import { type ChatSettings, chatFaults, chatSchema } from './chat.ts';
import { type ExchangeOAuthSettings, exchangeOAuthSchema, halfClients } from './exchange-oauth.ts';
import { type ConfigFault, faultsOf } from './faults.ts';
import { guestFaults } from './guests.ts';
import { type HostsSettings, hostsFaults, hostsSchema } from './hosts.ts';
import { authSchema } from './identity.ts';
import { type MailSettings, mailFaults, mailSchema } from './mail.ts';
import { paperSchema, simulationSchema } from './modes.ts';
import { replaySchema } from './replay.ts';
import { rateLimitsSchema, rpcSchema, serverSchema } from './server.ts';
import { streamSchema } from './stream.ts';
import { tracingSchema } from './tracing.ts';
import { transportFaults, transportSchema } from './transport.ts';
import { choice, exact, onOff, section, whole, words } from './values.ts';
import { vaultSchema } from './vault.ts';
import { venueFaults, venuesSchema, withTestVenues } from './venues.ts';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

const executionSchema = section('Trading limits.', {
	maxSlippageBpsDefault: exact(
		['0.1', '10', '1000'],
		'bps',
		'Slippage limit of a leg if the call sets none.',
	),
	maxSlippageBpsMax: exact(['0.1', '100', '1000'], 'bps', 'Widest slippage limit that a call may set.'),
	leverageMax: exact(['1', '5', '100'], 'times', 'Highest leverage of a leg.'),
	amountMaxUsd: exact(
		['1', '100000', '1000000000'],
		'USD',
		'Largest amount of one execution, both legs together.',
	),
	openAmountMaxUsd: exact(['1', '500000', '1000000000'], 'USD', 'Largest open amount of one user.'),
	executionsOpenMax: whole([1, 50, 10_000], 'executions', 'Maximum number of open executions per user.'),
	widenAfterMs: whole(
		[100, 2_000, 60_000],
		'ms',
		'For this long, the service completes a lagging leg within the slippage limit. After that, it accepts slippage up to unwindSlippageBpsMax.',
	),
	reduceAfterMs: whole(
		[100, 5_000, 120_000],
		'ms',
		'After this time the service stops completing a lagging leg and reduces the larger leg.',
	),
	unhedgedMaxUsd: exact(
		['10', '50000', '1000000000'],
		'USD',
		'Largest unhedged amount of one execution; it limits the size of each slice.',
	),
	unhedgedUserMaxUsd: exact(
		['10', '100000', '1000000000'],
		'USD',
		'Largest unhedged amount of one user, all executions together; a slice waits until it fits.',
	),
	unhedgedServiceMaxUsd: exact(
		['10', '500000', '1000000000'],
		'USD',
		'Largest unhedged amount of all users together; a slice waits until it fits.',
	),
	settlementGuardMs: whole(
		[0, 20_000, 120_000],
		'ms',
		'No orders open a position within this time before or after either leg’s settlement.',
	),
	makerMs: whole(
		[1_000, 30_000, 3_600_000],
		'ms',
		'How long single-delay leaves its first leg as a maker order before it crosses the spread.',
	),
	closeMakerMs: whole(
		[10_000, 600_000, 3_600_000],
		'ms',
		'How long close_execution with style maker leaves orders on the book before the rest is closed as taker, unless the caller sets maker_minutes.',
	),
	closeMakerMoveBpsMax: exact(
		['1', '20', '1000'],
		'bps',
		'A close as maker takes liquidity once the price basis has risen by more than this since the request.',
	),
	gridMs: whole(
		[60_000, 14_400_000, 604_800_000],
		'ms',
		'After this time the service drops the unopened part of a grid.',
	),
	unwindSlippageBpsMax: exact(
		['1', '150', '5000'],
		'bps',
		'Maximum distance from the mid price for orders that complete a lagging leg, reduce a leg or close it.',
	),
	unknownAttentionMs: whole(
		[1_000, 60_000, 3_600_000],
		'ms',
		'An order whose state stays unknown for longer than this needs manual attention.',
	),
	bookAgeMsMax: whole(
		[0, 1_000, 60_000],
		'ms',
		'Maximum age of a streamed order book for a trading decision; the service refetches older books.',
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
		'Maximum age of account data for a trading decision; the service refetches older data.',
	),
	emergencyHedge: onOff(
		false,
		'If one exchange of the pair stops answering and the user has connected a third exchange, hedge the leg of the silent exchange on the third. Off: the leg waits until the exchange answers.',
	),
	emergencyHedgeAfterMs: whole(
		[5_000, 15_000, 300_000],
		'ms',
		'The service treats an exchange as down if it has not answered account requests for this long.',
	),
	previewTtlMs: whole([1_000, 30_000, 600_000], 'ms', 'Validity of a preview.'),
	closeWaitMs: whole([0, 20_000, 24_000], 'ms', 'How long close_execution waits for both legs to be flat.'),
});

const riskSchema = section('Risk limits for every opening, in addition to the trading limits.', {
	openNotionalMaxUsd: exact(
		['10', '1000000', '1000000000'],
		'USD',
		'Largest open notional of one user, all legs together.',
	),
	coinNotionalMaxUsd: exact(
		['10', '500000', '1000000000'],
		'USD',
		'Largest open notional of one user in one coin, all legs together.',
	),
	venueNotionalMaxUsd: exact(
		['10', '1000000', '1000000000'],
		'USD',
		'Largest open notional of one user on one exchange.',
	),
	dailyLossMaxUsd: exact(
		['1', '5000', '1000000000'],
		'USD',
		'Daily loss per user (since 00:00 UTC, realized and unrealized) at which the service blocks new positions.',
	),
	stressMovePct: exact(['1', '10', '90'], '%', 'Adverse price move that the margin of a leg must survive.'),
	liquidationDistanceMinPct: exact(
		['1', '12', '90'],
		'%',
		'Minimum distance from a leg’s entry price to its liquidation price.',
	),
	collarPct: exact(
		['0.1', '2', '50'],
		'%',
		'Largest allowed distance of a mid price from the exchange’s own mark and index price.',
	),
	dataAgeMsMax: whole(
		[500, 10_000, 60_000],
		'ms',
		'Maximum age of balances and positions when the risk gate checks them.',
	),
	childDepthSharePct: exact(
		['1', '25', '100'],
		'%',
		'Maximum share of the book depth within the slippage limit that one grid slice may use. The thinnest of the four book sides counts: entry and exit of each leg.',
	),
	venueErrorWindowMs: whole(
		[1_000, 60_000, 3_600_000],
		'ms',
		'Window over which the service counts requests to an exchange.',
	),
	venueErrorPctMax: exact(
		['1', '50', '100'],
		'%',
		'If an exchange fails to answer more than this share of requests in the window, the service opens no positions there.',
	),
	venueErrorsMin: whole(
		[1, 20, 100_000],
		'requests',
		'Minimum number of unanswered requests before the service blocks openings.',
	),
});

const marketDataSchema = section('Market data of the exchanges.', {
	tickerPeriodMs: whole([100, 1_000, 60_000], 'ms', 'Interval between reads of all tickers.'),
	tickerStaleMs: whole([200, 5_000, 600_000], 'ms', 'Prices older than this are stale.'),
	bookStaleMs: whole([200, 5_000, 600_000], 'ms', 'Order books older than this are stale.'),
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
		'How often the service compares its clock with the exchanges’ clocks; a rejected timestamp triggers a comparison immediately.',
	),
});

const scannerSchema = section('Limits for opportunities.', {
	maxAmountSlippageBps: exact(
		['0.1', '15', '1000'],
		'bps',
		'Maximum slippage per leg; max_amount is the largest amount that stays within it.',
	),
	// Measured: the headline APR was above 5 in 298 of 1.13 million pair-hours in one year (Binance, Bybit,
	// Hyperliquid, 17 coins, 2025-08 to 2026-08). The causes were the crash of 2025-10-10, the INJ squeeze of
	// 2026-02, the delisting of TON, and 19 further hours with funding at its cap. Counting hours with one leg above
	// 5 adds half as many, from the same causes. In these added hours, both legs paid similar rates and the headline
	// was moderate.
	tooGoodApr: exact(
		['0.1', '5', '1000'],
		'a year',
		'Headline APR, or yearly rate of one leg, above which the TOO_GOOD guard applies; 5 is 500 %.',
	),
});

const recordSchema = section('Recording of exchange data in the recordings/ folder of the data directory.', {
	enabled: onOff(
		true,
		'Whether instruments, funding estimates, prices, order books and settled rates are recorded ([history.md](history.md)).',
	),
	maxMb: whole(
		[10, 5_000, 1_000_000],
		'MB',
		'Maximum total size of all recordings; the oldest files are deleted first.',
	),
	retentionDays: whole([1, 400, 3_650], 'days', 'Recordings older than this are deleted.'),
	bookPeriodMs: whole(
		[100, 10_000, 3_600_000],
		'ms',
		'How often each changed order book is recorded. Around the service’s own orders, every change is.',
	),
	bookLevels: whole([1, 20, 1_000], 'levels', 'Maximum number of recorded order book levels per side.'),
});

const logSchema = section('The log.', {
	level: choice(LOG_LEVELS, 'info', 'Lowest log level that is written.'),
});

/** Parses the settings file. Missing fields get their defaults; unknown fields are refused. */
export const configSchema = z
	.strictObject({
		mode: choice(
			TRADING_MODES,
			'simulated',
			'Kind of money: simulated, paper, test money on the exchanges’ test environments, or real money, which you must confirm at every start ([modes.md](modes.md)).',
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
		replay: replaySchema,
		alerts: alertsSchema,
		mail: mailSchema,
		chat: chatSchema,
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

/** The settings, including every default. */
export type Config = z.output<typeof configSchema>;

/** Parses the settings and fills in the defaults, or returns every fault. Numbers in `given` are `NumberText`. */
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
	readonly mail: MailSettings;
	readonly chat: ChatSettings;
} & Parameters<typeof guestFaults>[0];

/**
 * Minimum of `emergencyHedgeAfterMs`, as a multiple of the account poll period. Three consecutive failed polls take 1
 * + 2 + 4 periods, because each failure doubles the interval.
 */
const HEDGE_POLLS_MIN = 7;

/** Checks rules that involve several settings; returns the violations as [path, rule]. */
function crossChecks(config: ReadConfig) {
	const { mode, venues, execution, marketData, hosts, transport, exchangeOAuth } = config;
	const faults = [
		...halfClients(exchangeOAuth),
		...chatFaults(config.chat),
		...hostsFaults(mode, hosts),
		...transportFaults(mode, venues, transport.redirect),
		...venueFaults(mode, venues),
		...guestFaults(config),
		...mailFaults(config.mail),
	];
	if (execution.maxSlippageBpsDefault > execution.maxSlippageBpsMax)
		faults.push([
			'execution.maxSlippageBpsDefault',
			`must be at most execution.maxSlippageBpsMax (${formatDecimal(execution.maxSlippageBpsMax)})`,
		]);
	if (execution.amountMaxUsd > execution.openAmountMaxUsd)
		faults.push([
			'execution.amountMaxUsd',
			`must be at most execution.openAmountMaxUsd (${formatDecimal(execution.openAmountMaxUsd)})`,
		]);
	if (execution.reduceAfterMs <= execution.widenAfterMs)
		faults.push([
			'execution.reduceAfterMs',
			`must be above execution.widenAfterMs (${execution.widenAfterMs})`,
		]);
	for (const [key, above] of [
		['unhedgedMaxUsd', 'unhedgedUserMaxUsd'],
		['unhedgedUserMaxUsd', 'unhedgedServiceMaxUsd'],
	] as const)
		if (execution[key] > execution[above])
			faults.push([
				`execution.${key}`,
				`must be at most execution.${above} (${formatDecimal(execution[above])})`,
			]);
	if (execution.emergencyHedge && execution.emergencyHedgeAfterMs < HEDGE_POLLS_MIN * execution.accountPollMs)
		faults.push([
			'execution.emergencyHedgeAfterMs',
			`must be at least ${HEDGE_POLLS_MIN} times execution.accountPollMs, that is, ${HEDGE_POLLS_MIN * execution.accountPollMs}`,
		]);
	if (execution.accountIdlePollMs < execution.accountPollMs)
		faults.push([
			'execution.accountIdlePollMs',
			`must be at least execution.accountPollMs (${execution.accountPollMs})`,
		]);
	if (execution.accountAgeMsMax < execution.accountPollMs)
		faults.push([
			'execution.accountAgeMsMax',
			`must be at least execution.accountPollMs (${execution.accountPollMs})`,
		]);
	if (marketData.tickerStaleMs < 2 * marketData.tickerPeriodMs)
		faults.push([
			'marketData.tickerStaleMs',
			`must be at least twice marketData.tickerPeriodMs (${marketData.tickerPeriodMs})`,
		]);
	return faults;
}
