/**
 * Finds reasons for alerts. It reads the journal after each change of an execution. It checks all conditions once a
 * second, in slices so that many executions do not block the service. It sends requests to exchanges only once a day,
 * for the summary. The alert service stores and reports all findings of a check together. A failed check is repeated.
 */
import type { Decimal } from '../domain/decimal.ts';
import { type ExecutionState, heavierLeg, isEnded, legPlan } from '../domain/execution.ts';
import { DAY_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { midPrice } from '../domain/order-book.ts';
import type { ReadOutlook } from '../domain/stay-advice.ts';
import type { AlertStore, AlertsAtStart } from '../ports/alert-store.ts';
import type { AlertKind } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Halt, KillSwitches } from '../ports/halts.ts';
import type { Journal } from '../ports/journal.ts';
import type { Market, VenueDataStatus } from '../ports/market.ts';
import type { OpenedAccounts } from '../ports/opened-accounts.ts';
import type { PortfolioReader } from '../ports/portfolio.ts';
import type { SilentStream } from '../ports/silent-stream.ts';
import type { AccountMemory } from './account-memory.ts';
import type { RunningAlertService } from './alert-service.ts';
import { type ConditionBatch, createConditions, type Finding, type Subject } from './conditions.ts';
import {
	bookedBetween,
	openBefore,
	SUMMARY_LATE_MS_MAX,
	summaryAlert,
	summaryDue,
	summaryId,
} from './daily-summary.ts';
import { ALERT_EVENTS, executionAlert } from './execution-alerts.ts';
import {
	haltFinding,
	haltThing,
	liquidationFinding,
	type RuleSettings,
	resumedFinding,
	reversalFinding,
	streamFinding,
	unhedgedFinding,
	venueFinding,
} from './rules.ts';
import { ALERT_TEXT } from './text.ts';

/** Dependencies of the alert watch. */
export type AlertWatchOptions = {
	readonly service: Pick<RunningAlertService, 'raise' | 'failed'>;
	readonly store: Pick<AlertStore, 'journalMarks' | 'endedSince' | 'has'>;
	/** The conditions that were active at startup, and the journal position up to which events were already read. */
	readonly stored: Pick<AlertsAtStart, 'standing' | 'journalReadTo'>;
	readonly clock: Clock;
	readonly journal: Pick<Journal, 'readExecution'>;
	readonly market: Pick<Market, 'venues' | 'status' | 'get' | 'onVenue'>;
	/** Returns all executions in memory. */
	readonly states: () => readonly ExecutionState[];
	/** Calls `listener` after every durable change of an execution. */
	readonly onChange: (listener: () => void) => () => void;
	readonly switches: Pick<KillSwitches, 'list'>;
	readonly accounts: Pick<OpenedAccounts, 'users' | 'venues'>;
	/** Returns the accounts whose stream does not report orders. */
	readonly silentStreams: () => readonly SilentStream[];
	/** Returns the expected result of keeping a running pair open. */
	readonly stayOutlook: ReadOutlook;
	readonly portfolio: PortfolioReader;
	readonly memory: Pick<AccountMemory, 'liquidationPrice' | 'runwayWords'>;
	/** Returns the mark, USD per coin; null if it is stale. */
	readonly markOf: (venue: VenueName, symbol: string) => Decimal | null;
	readonly settings: RuleSettings & {
		/** Hour of the daily summary, UTC. */
		readonly summaryHourUtc: number;
	};
};

const CHECK_PERIOD_MS = 1_000;
const SLICES = 10;
/** Interval between two carry forecasts for an execution, milliseconds. Forecasts are costly to compute. */
export const REVERSAL_EVERY_MS = 5 * 60_000;
/** Maximum number of alert-raising events per read of the journal. */
const MARKS_MAX = 100;
/** After this many events without an alert, the journal position is stored. A restart then does not reread them. */
const READ_NOTED_EVERY = 5_000;
const LEGS: readonly LegRole[] = ['long', 'short'];
const OF_EXECUTIONS: ReadonlySet<AlertKind> = new Set([
	'unhedged',
	'liquidation_distance',
	'funding_reversal',
]);

/** Searches the journal and the conditions for reasons to alert users. */
export type AlertWatch = {
	readonly start: () => void;
	/** Returns when the last check ended, monotonic milliseconds. */
	readonly checkedAt: () => number;
	/** Reports the journal's remaining events, then resolves. */
	readonly close: () => Promise<void>;
};

type Watch = AlertWatchOptions & {
	isChecking: boolean;
	checkedAt: number;
	/** Settles when the latest check ends. Checks run one by one, because each needs what the last one stored. */
	checking: Promise<void>;
	slice: number;
	readonly conditions: ReturnType<typeof createConditions>;
	hasNews: boolean;
	readTo: number;
	notedTo: number;
	/** Index of the `REVERSAL_EVERY_MS` period in which each execution's carry was last checked, by execution id. */
	readonly carryChecks: Map<string, number>;
	/** Time at which each venue's data stopped being fresh; absent while it is fresh. */
	readonly downSince: Map<VenueName, number>;
	summaryDay: number;
	/** Users whose summary of `summaryDay` is stored, in progress or not needed. */
	summarized: Set<string>;
	isSummarizing: boolean;
};

/** Creates a watch that continues from the stored journal position. */
export function createAlertWatch(options: AlertWatchOptions): AlertWatch {
	const watch: Watch = {
		...options,
		isChecking: false,
		checkedAt: options.clock.monotonic(),
		checking: Promise.resolve(),
		slice: 0,
		conditions: createConditions(options.stored.standing),
		hasNews: true,
		readTo: options.stored.journalReadTo,
		notedTo: options.stored.journalReadTo,
		carryChecks: new Map(),
		downSince: new Map(),
		summaryDay: 0,
		summarized: new Set(),
		isSummarizing: false,
	};
	const stops: (() => void)[] = [];
	return {
		start() {
			stops.push(
				options.onChange(() => {
					watch.hasNews = true;
				}),
				options.market.onVenue((venue) =>
					attempt(watch, 'an exchange could not be checked', async () => void noteVenue(watch, venue)),
				),
				options.clock.every(CHECK_PERIOD_MS / SLICES, () => check(watch)),
			);
			check(watch);
		},
		checkedAt: () => watch.checkedAt,
		async close() {
			for (const stop of stops.splice(0)) stop();
			await watch.checking;
			await attempt(watch, 'the journal could not be read for alerts', () => readJournal(watch));
		},
	};
}

/** Starts a check unless the previous one is still running, so a slow store makes checks less frequent. */
function check(watch: Watch): void {
	if (watch.isChecking) return;
	watch.isChecking = true;
	watch.checking = checkOnce(watch).finally(() => {
		watch.isChecking = false;
		watch.checkedAt = watch.clock.monotonic();
	});
}

/** Runs one check. Never rejects. */
async function checkOnce(watch: Watch): Promise<void> {
	watch.slice = (watch.slice + 1) % SLICES;
	await attempt(watch, 'the journal could not be read for alerts', () => readJournal(watch));
	await attempt(watch, 'alert conditions could not be checked', () => {
		const batch: ConditionBatch = { alerts: [], began: [], over: [] };
		const now = watch.clock.now();
		if (watch.slice === 0) checkAll(watch, batch, now);
		watch.states().forEach((state, index) => {
			if (index % SLICES === watch.slice && !isEnded(state)) checkExecution(watch, batch, state, now);
		});
		return keep(watch, batch);
	});
	if (watch.slice === 1)
		await attempt(watch, 'the daily summaries could not be checked', () => checkSummaries(watch));
}

async function attempt(watch: Watch, what: string, work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		watch.service.failed(what, error);
	}
}

async function keep(watch: Watch, batch: ConditionBatch): Promise<void> {
	if (batch.alerts.length + batch.began.length + batch.over.length === 0) return;
	await watch.service.raise(batch);
	watch.conditions.stored(batch);
}

/** Raises an alert once per event that needs one: the journal position is stored together with the alerts. */
async function readJournal(watch: Watch): Promise<void> {
	while (watch.hasNews) {
		// An event that is written while `readPart` runs sets `hasNews` again, so another read follows.
		watch.hasNews = false;
		try {
			watch.hasNews = (await readPart(watch)) || watch.hasNews;
		} catch (error) {
			watch.hasNews = true;
			throw error;
		}
	}
}

/** Reads the next part of the journal. Returns true if there may be more events. */
async function readPart(watch: Watch): Promise<boolean> {
	const { marks, readTo: to } = await watch.store.journalMarks(watch.readTo, ALERT_EVENTS, MARKS_MAX);
	const found = marks.map(async ({ executionId, streamSeq }) =>
		executionAlert(await watch.journal.readExecution(executionId), streamSeq),
	);
	const alerts = (await Promise.all(found)).filter((alert) => alert !== undefined);
	if (alerts.length > 0 || to - watch.notedTo >= READ_NOTED_EVERY) {
		await watch.service.raise({ alerts, journalReadTo: to });
		watch.notedTo = to;
	}
	watch.readTo = to;
	return marks.length === MARKS_MAX;
}

function checkAll(watch: Watch, batch: ConditionBatch, now: number): void {
	const states = watch.states().filter((state) => !isEnded(state));
	forgetEnded(watch, batch, states, now);
	checkVenues(watch, batch, states, now);
	checkStreams(watch, batch, now);
	checkHalts(watch, batch, now);
}

/** Ends the conditions of executions that have ended. Only the end of an unhedged leg raises an alert. */
function forgetEnded(
	watch: Watch,
	batch: ConditionBatch,
	states: readonly ExecutionState[],
	now: number,
): void {
	const open = new Set(states.map(({ plan }) => plan.executionId));
	for (const executionId of watch.carryChecks.keys())
		if (!open.has(executionId)) watch.carryChecks.delete(executionId);
	for (const { userId, kind, thing } of watch.conditions.all()) {
		const executionId = thing.split(':')[0] ?? thing;
		if (!OF_EXECUTIONS.has(kind) || open.has(executionId)) continue;
		const ended: Finding = {
			is: 'over',
			message: ALERT_TEXT.endedFlat({ id: executionId }),
			executionId,
			exchange: null,
			facts: {},
		};
		watch.conditions.judge(batch, { userId, kind, thing }, kind === 'unhedged' ? ended : { is: 'gone' }, now);
	}
}

/** Records when a venue's data became stale. It runs on every status change, so a short recovery resets the time. */
function noteVenue(watch: Watch, venue: VenueName): VenueDataStatus {
	const status = watch.market.status(venue);
	if (status.state === 'fresh') watch.downSince.delete(venue);
	else if (!watch.downSince.has(venue)) watch.downSince.set(venue, watch.clock.now());
	return status;
}

function checkVenues(
	watch: Watch,
	batch: ConditionBatch,
	states: readonly ExecutionState[],
	now: number,
): void {
	for (const venue of watch.market.venues) {
		const status = noteVenue(watch, venue);
		const reported = watch.conditions.all().filter((one) => one.kind === 'venue_down' && one.thing === venue);
		const concerned = new Set(reported.map(({ userId }) => userId));
		if (status.state !== 'fresh')
			for (const { plan } of states)
				if (plan.legs.long.venue === venue || plan.legs.short.venue === venue) concerned.add(plan.userId);
		for (const userId of concerned)
			watch.conditions.judge(
				batch,
				{ userId, kind: 'venue_down', thing: venue },
				venueFinding(status, watch.downSince.get(venue), now, watch.settings),
				now,
			);
	}
}

function checkStreams(watch: Watch, batch: ConditionBatch, now: number): void {
	const silent = watch.silentStreams();
	for (const one of silent) {
		const { userId, venue } = one;
		const subject: Subject = { userId, kind: 'stream_silent', thing: venue };
		watch.conditions.judge(batch, subject, streamFinding(venue, one), now);
	}
	for (const { userId, kind, thing } of watch.conditions.all())
		if (kind === 'stream_silent' && !silent.some((one) => one.userId === userId && one.venue === thing))
			watch.conditions.judge(batch, { userId, kind, thing }, streamFinding(thing, undefined), now);
}

function checkHalts(watch: Watch, batch: ConditionBatch, now: number): void {
	const standing = new Set<string>();
	for (const halt of watch.switches.list())
		for (const userId of concernedBy(watch, halt)) {
			const subject: Subject = { userId, kind: 'trading_halted', thing: haltThing(halt) };
			standing.add(`${userId} ${subject.thing}`);
			watch.conditions.judge(batch, subject, haltFinding(halt), now);
		}
	for (const { userId, kind, thing } of watch.conditions.all()) {
		if (kind !== 'trading_halted' || standing.has(`${userId} ${thing}`)) continue;
		const [scope = '', venue = '', at = ''] = thing.split(' ');
		// The halt may still be active although the user no longer has an account on that exchange.
		const isThere = watch.switches.list().some((halt) => haltThing(halt) === `${scope} ${venue} ${at}`);
		watch.conditions.judge(
			batch,
			{ userId, kind, thing },
			isThere ? { is: 'gone' } : resumedFinding(scope, venue === '' ? null : venue),
			now,
		);
	}
}

function concernedBy(watch: Watch, { target }: Halt): readonly string[] {
	switch (target.scope) {
		case 'user':
			return [target.userId];
		case 'exchange':
			return watch.accounts.users().filter((userId) => watch.accounts.venues(userId).includes(target.venue));
		case 'service':
			return watch.accounts.users();
	}
}

function checkExecution(watch: Watch, batch: ConditionBatch, state: ExecutionState, now: number): void {
	const { userId, executionId } = state.plan;
	const judge = (kind: AlertKind, thing: string, finding: Finding | undefined): void =>
		watch.conditions.judge(batch, { userId, kind, thing }, finding, now);
	const isKnown = watch.conditions.isActive({ userId, kind: 'unhedged', thing: executionId });
	judge(
		'unhedged',
		executionId,
		unhedgedFinding(state, () => priceOf(watch, state), isKnown, now, watch.settings),
	);
	for (const leg of LEGS) judge('liquidation_distance', `${executionId}:${leg}`, nearOf(watch, state, leg));
	if (state.phase === 'running' && isCarryDue(watch, executionId, now))
		judge('funding_reversal', executionId, reversalOf(watch, state, now));
}

/** Returns the larger leg's mark, USD per coin, or else its current mid, or else its mid at the decision. */
function priceOf(watch: Watch, state: ExecutionState): Decimal {
	const { venue, instrument, decisionMid } = legPlan(state, heavierLeg(state));
	const book = watch.market.get(venue, instrument.symbol)?.book;
	return (
		watch.markOf(venue, instrument.symbol) ?? (book === undefined ? undefined : midPrice(book)) ?? decisionMid
	);
}

function nearOf(watch: Watch, state: ExecutionState, leg: LegRole): Finding | undefined {
	if (state.held[leg] === 0n) return { is: 'gone' };
	const { venue, instrument } = legPlan(state, leg);
	const { userId, executionId } = state.plan;
	return liquidationFinding(
		state,
		leg,
		{
			mark: watch.markOf(venue, instrument.symbol),
			liquidation: watch.memory.liquidationPrice(userId, venue, instrument.symbol),
		},
		() => watch.memory.runwayWords(userId, venue),
		watch.conditions.isActive({ userId, kind: 'liquidation_distance', thing: `${executionId}:${leg}` }),
		watch.settings,
	);
}

/** Returns true on an execution's first check in a new period. Its first check since startup returns false. */
function isCarryDue(watch: Watch, executionId: string, now: number): boolean {
	const period = Math.floor((now + offsetOf(executionId)) / REVERSAL_EVERY_MS);
	const before = watch.carryChecks.get(executionId);
	watch.carryChecks.set(executionId, period);
	return before !== undefined && before !== period;
}

function reversalOf(watch: Watch, state: ExecutionState, now: number): Finding | undefined {
	const outlook = watch.stayOutlook(state, now);
	return 'unknown' in outlook ? undefined : reversalFinding(state, outlook);
}

/** Creates the summaries one user at a time, because each reads that user's portfolio. */
async function checkSummaries(watch: Watch): Promise<void> {
	const now = watch.clock.now();
	const due = summaryDue(now, watch.settings.summaryHourUtc);
	if (due !== watch.summaryDay) {
		watch.summaryDay = due;
		watch.summarized = new Set();
	}
	if (watch.isSummarizing || now - due > SUMMARY_LATE_MS_MAX) return;
	const states = watch.states();
	const users = new Set([...watch.accounts.users(), ...states.map(({ plan }) => plan.userId)]);
	for (const userId of users) {
		if (watch.summarized.has(userId)) continue;
		watch.summarized.add(userId);
		const open = openBefore(states, userId, due);
		const ended = await watch.store.endedSince(userId, due - DAY_MS, due);
		if (open.length + ended.length === 0 || (await watch.store.has(summaryId(userId, due)))) continue;
		watch.isSummarizing = true;
		void summarize(watch, userId, due, open, ended)
			.catch((error: unknown) => {
				watch.summarized.delete(userId);
				watch.service.failed('a daily summary could not be created', error);
			})
			.finally(() => {
				watch.isSummarizing = false;
			});
		return;
	}
}

async function summarize(
	watch: Watch,
	userId: string,
	due: number,
	open: readonly ExecutionState[],
	ended: readonly string[],
): Promise<void> {
	const portfolio = await watch.portfolio
		.live({ userId, executionId: undefined, includeClosed: false, page: 1, limit: 1 })
		.catch(() => undefined);
	const ids = new Set([...open.map(({ plan }) => plan.executionId), ...ended]);
	const reading = [...ids].map(async (id) =>
		bookedBetween(await watch.journal.readExecution(id), due - DAY_MS, due),
	);
	const booked = await Promise.all(reading);
	const alert = summaryAlert({ userId, due, now: watch.clock.now(), booked, open, portfolio });
	await watch.service.raise({ alerts: [alert] });
}

/** Derives an execution's offset within the period from its id, so that forecasts are not all due at once. */
function offsetOf(executionId: string): number {
	return (Number.parseInt(executionId.slice(-6), 16) || 0) % REVERSAL_EVERY_MS;
}
