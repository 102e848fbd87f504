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
		'Slippage guard of a leg when the call names none.',
	),
	maxSlippageBpsMax: exact(['0.1', '100', '1000'], 'bps', 'Widest slippage guard that a call may name.'),
	leverageMax: exact(['1', '5', '100'], 'times', 'Highest leverage of a leg.'),
	amountMaxUsd: exact(
		['1', '100000', '1000000000'],
		'USD',
		'Largest amount of one execution, over both legs.',
	),
	openAmountMaxUsd: exact(['1', '500000', '1000000000'], 'USD', 'Largest open amount of one user.'),
	executionsOpenMax: whole([1, 50, 10_000], 'executions', 'Open executions of one user.'),
	widenAfterMs: whole(
		[100, 2_000, 60_000],
		'ms',
		'A lagging leg is completed inside the slippage guard so long, then up to unwindSlippageBpsMax.',
	),
	reduceAfterMs: whole(
		[100, 5_000, 120_000],
		'ms',
		'A leg that has lagged so long is not completed any more: the heavier one is cut.',
	),
	unhedgedMaxUsd: exact(
		['10', '50000', '1000000000'],
		'USD',
		'Of one execution, the most that one leg may stand without the other: bounds every slice.',
	),
	unhedgedUserMaxUsd: exact(
		['10', '100000', '1000000000'],
		'USD',
		'The same over all executions of one user: a slice waits for room.',
	),
	unhedgedServiceMaxUsd: exact(['10', '500000', '1000000000'], 'USD', 'The same over all users.'),
	settlementGuardMs: whole(
		[0, 20_000, 120_000],
		'ms',
		'Nothing is opened so close to a settlement of either leg, before or after.',
	),
	makerMs: whole(
		[1_000, 30_000, 3_600_000],
		'ms',
		'How long single-delay rests its first leg before it takes.',
	),
	gridMs: whole([60_000, 14_400_000, 604_800_000], 'ms', 'What a grid has not opened by then is dropped.'),
	unwindSlippageBpsMax: exact(
		['1', '150', '5000'],
		'bps',
		'Widest price, from the mid, at which a leg is completed late, cut or closed.',
	),
	unknownAttentionMs: whole([1_000, 60_000, 3_600_000], 'ms', 'An order unknown for longer needs a person.'),
	bookAgeMsMax: whole(
		[0, 1_000, 60_000],
		'ms',
		'A trade is judged on the streamed book up to this age, on a fresh request beyond.',
	),
	accountPollMs: whole(
		[500, 2_000, 60_000],
		'ms',
		'Between two reads of an account while its user trades or has an open execution.',
	),
	accountIdlePollMs: whole([1_000, 30_000, 3_600_000], 'ms', 'Between two reads of any other account.'),
	accountAgeMsMax: whole(
		[500, 5_000, 60_000],
		'ms',
		'A trade is judged on what was read of its accounts up to this age, on a fresh read beyond.',
	),
	emergencyHedge: onOff(
		false,
		'Where a user has connected three: hedge on the third what stands alone on one that no longer answers. Off: it waits until that one does.',
	),
	emergencyHedgeAfterMs: whole(
		[5_000, 15_000, 300_000],
		'ms',
		'An exchange that has not answered for the account for so long is taken for dead.',
	),
	previewTtlMs: whole([1_000, 30_000, 600_000], 'ms', 'How long a preview binds.'),
	closeWaitMs: whole([0, 20_000, 24_000], 'ms', 'How long close_execution waits for both legs to be flat.'),
});

const riskSchema = section('What every open is checked against, beside the limits of trading.', {
	openNotionalMaxUsd: exact(['10', '1000000', '1000000000'], 'USD', 'Open notional of one user, all legs.'),
	coinNotionalMaxUsd: exact(
		['10', '500000', '1000000000'],
		'USD',
		'Open notional of one user in one coin, all legs.',
	),
	venueNotionalMaxUsd: exact(
		['10', '1000000', '1000000000'],
		'USD',
		'Open notional of one user at one exchange.',
	),
	dailyLossMaxUsd: exact(
		['1', '5000', '1000000000'],
		'USD',
		'Loss of one user since 00:00 UTC, realised and unrealised, from which on nothing is opened.',
	),
	stressMovePct: exact(
		['1', '10', '90'],
		'%',
		'A move of the price against a leg that its own margin must survive.',
	),
	liquidationDistanceMinPct: exact(
		['1', '12', '90'],
		'%',
		'Least distance from the entry price to the liquidation price of a leg.',
	),
	collarPct: exact(
		['0.1', '2', '50'],
		'%',
		'Furthest that a mid may lie from the mark and index of its exchange.',
	),
	dataAgeMsMax: whole(
		[500, 10_000, 60_000],
		'ms',
		'Oldest balance and positions at the moment of the judgement.',
	),
	childDepthSharePct: exact(
		['1', '25', '100'],
		'%',
		'Share of the coins inside the guard, on the thinnest of the four sides of both books, that one child of a grid may take.',
	),
	venueErrorWindowMs: whole(
		[1_000, 60_000, 3_600_000],
		'ms',
		'Over which the requests of an exchange are counted.',
	),
	venueErrorPctMax: exact(
		['1', '50', '100'],
		'%',
		'Share of requests of the window without an answer above which nothing is opened there.',
	),
	venueErrorsMin: whole([1, 20, 100_000], 'requests', 'Fewer without an answer halt nothing.'),
});

const marketDataSchema = section('Reads of the exchanges.', {
	tickerPeriodMs: whole([100, 1_000, 60_000], 'ms', 'Between two reads of all tickers.'),
	tickerStaleMs: whole([200, 5_000, 600_000], 'ms', 'Older prices are stale.'),
	bookStaleMs: whole([200, 5_000, 600_000], 'ms', 'Older books are stale.'),
	bookDepth: whole([5, 50, 1_000], 'levels', 'Levels kept per side.'),
	contractsPeriodMs: whole(
		[1_000, 300_000, 3_600_000],
		'ms',
		'Between two reads of all contracts; after a refused order they are read at once.',
	),
	noticesPeriodMs: whole(
		[1_000, 60_000, 3_600_000],
		'ms',
		'Between two reads of what an exchange says of itself.',
	),
	clockPeriodMs: whole(
		[1_000, 60_000, 600_000],
		'ms',
		'Between two comparisons of the clocks; after a refused timestamp at once.',
	),
});

const scannerSchema = section('What opportunities are judged by.', {
	maxAmountSlippageBps: exact(['0.1', '15', '1000'], 'bps', 'Slippage of a leg that bounds max_amount.'),
	// Of 1.13 million pair-hours of a year (Binance, Bybit, Hyperliquid, 17 coins, 2025-08 to 2026-08) 298 were above 5: the
	// crash of 2025-10-10, the INJ squeeze of 2026-02, the delisting of TON, and 19 hours of other caps. With one
	// leg alone above 5 it is half as many again, of the same causes: both legs paid alike, and the headline was moderate.
	tooGoodApr: exact(
		['0.1', '5', '1000'],
		'a year',
		'Headline APR, or rate of one leg a year, above which the guard TOO_GOOD stands; 5 is 500 %.',
	),
});

const recordSchema = section(
	'What the service records of the exchanges, into recordings/ of the data directory.',
	{
		enabled: onOff(true, 'Whether running estimates and the tops of books are recorded.'),
		maxMb: whole([10, 2_000, 1_000_000], 'MB', 'Of all recordings together; the oldest files go first.'),
		retentionDays: whole([1, 400, 3_650], 'days', 'Older recordings are dropped.'),
		bookPeriodMs: whole([100, 1_000, 3_600_000], 'ms', 'Between two looks at the tops of the books.'),
	},
);

const logSchema = section('The log.', {
	level: choice(LOG_LEVELS, 'info', 'Least severe line that is written.'),
});

/** Parses the settings file: absent members take their defaults, unknown ones are refused. */
export const configSchema = z
	.strictObject({
		mode: choice(
			TRADING_MODES,
			'simulated',
			'Which money is used: invented, on paper, test money at the test environments of the exchanges, or real, which is asked for once more at each start ([modes.md](modes.md)).',
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

/** The settings, with every default filled in, or all faults. Numbers in `given` are `NumberText`. */
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

/** Three reads of an account that fail in a row are 1 + 2 + 4 periods long, for each failure doubles the distance. */
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
