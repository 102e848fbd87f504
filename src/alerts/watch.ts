/**
 * Looks for what is to be told: at the journal after each change of an execution, and once a second at everything that stands
 * for a while. The second is cut into slices, so that many executions hold up nobody; nothing is asked of an exchange but
 * once a day, for the summary. What is found is stored and told in one go (`desk.ts`); what fails is looked for again.
 */
import type { Decimal } from '../domain/decimal.ts';
import { type ExecutionState, isEnded, legPlan } from '../domain/execution.ts';
import { DAY_MS } from '../domain/funding.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import { midPrice } from '../domain/order-book.ts';
import type { ReadOutlook } from '../domain/stay-advice.ts';
import type { AlertStore, AlertsAtStart } from '../ports/alert-store.ts';
import type { AlertKind } from '../ports/alerts.ts';
import type { Clock } from '../ports/clock.ts';
import type { PortfolioReader } from '../ports/desk.ts';
import type { Halt, KillSwitches } from '../ports/halts.ts';
import type { Journal } from '../ports/journal.ts';
import type { Market, VenueDataStatus } from '../ports/market.ts';
import type { OpenedAccounts } from '../ports/opened-accounts.ts';
import type { SilentStream } from '../ports/silent-stream.ts';
import type { AccountMemory } from './account-memory.ts';
import { type ConditionBatch, createConditions, type Finding, type Subject } from './conditions.ts';
import {
	bookedBetween,
	openBefore,
	SUMMARY_LATE_MS_MAX,
	summaryAlert,
	summaryDue,
	summaryId,
} from './daily-summary.ts';
import type { RunningAlertDesk } from './desk.ts';
import { executionAlert, TOLD_EVENTS } from './execution-alerts.ts';
import {
	haltFinding,
	liquidationFinding,
	type RuleSettings,
	resumedFinding,
	reversalFinding,
	streamFinding,
	unhedgedFinding,
	venueFinding,
} from './rules.ts';

export type AlertWatchOptions = {
	readonly desk: Pick<RunningAlertDesk, 'raise' | 'failed'>;
	readonly store: Pick<AlertStore, 'journalMarks' | 'endedSince' | 'has'>;
	/** The conditions that stood at the start, and up to where the journal was read by then. */
	readonly stored: Pick<AlertsAtStart, 'standing' | 'journalReadTo'>;
	readonly clock: Clock;
	readonly journal: Pick<Journal, 'readExecution'>;
	readonly market: Pick<Market, 'venues' | 'status' | 'get' | 'onVenue'>;
	/** Executions in memory. */
	readonly states: () => readonly ExecutionState[];
	/** Calls back after every durable change of an execution. */
	readonly onChange: (listener: () => void) => () => void;
	readonly switches: Pick<KillSwitches, 'list'>;
	readonly accounts: Pick<OpenedAccounts, 'users' | 'venues'>;
	/** Accounts whose own stream tells of no orders. */
	readonly silentStreams: () => readonly SilentStream[];
	/** Reads the expected result of staying in a running pair. */
	readonly stayOutlook: ReadOutlook;
	readonly portfolio: PortfolioReader;
	readonly memory: Pick<AccountMemory, 'liquidationPrice' | 'runwayWords'>;
	/** A mark that is not stale. */
	readonly markOf: (venue: VenueName, symbol: string) => Decimal | null;
	readonly settings: RuleSettings & {
		/** Of the daily summary. */
		readonly summaryHourUtc: number;
	};
};

const LOOK_PERIOD_MS = 1_000;
const SLICES = 10;
/** Between two looks at what an execution is expected to bring: that is dear. */
export const REVERSAL_EVERY_MS = 5 * 60_000;
/** Events that are read at once. */
const MARKS_MAX = 100;
/** Looked through without finding anything, so much is noted down, so that a start does not look through it again. */
const READ_NOTED_EVERY = 5_000;
const LEGS: readonly LegRole[] = ['long', 'short'];
const OF_EXECUTIONS: ReadonlySet<AlertKind> = new Set([
	'unhedged',
	'liquidation_distance',
	'funding_reversal',
]);

export type AlertWatch = {
	readonly start: () => void;
	/** Tells what the journal still has, then resolves. */
	readonly close: () => Promise<void>;
};

export function createAlertWatch(options: AlertWatchOptions): AlertWatch {
	const { desk, store, clock, market, settings } = options;
	const conditions = createConditions(options.stored.standing);
	/** Since when each venue is seen not to be fresh. */
	const downSince = new Map<VenueName, number>();
	/** In which period each execution's carry was looked at last. */
	const carryLooks = new Map<string, number>();
	/** Users whose summary of `summaryDay` is made, or not wanted. */
	let summarized = new Set<string>();
	let summaryDay = 0;
	let isSummarizing = false;
	let readTo = options.stored.journalReadTo;
	let notedTo = readTo;
	let hasNews = true;
	let slice = 0;
	/** The look that is under way: one at a time, because each is judged by what the one before has stored. */
	let looking: Promise<void> = Promise.resolve();
	let isLooking = false;
	const stops: (() => void)[] = [];

	const newBatch = (): ConditionBatch => ({ alerts: [], began: [], over: [] });

	/** A store that is slow makes looks rarer. */
	function look(): void {
		if (isLooking) return;
		isLooking = true;
		looking = lookOnce().finally(() => {
			isLooking = false;
		});
	}

	/** Never rejects. */
	async function lookOnce(): Promise<void> {
		slice = (slice + 1) % SLICES;
		await attempt('the journal could not be looked through', readJournal);
		await attempt('what stands could not be looked at', () => {
			const batch = newBatch();
			const now = clock.now();
			if (slice === 0) lookAtAll(batch, now);
			options.states().forEach((state, index) => {
				if (index % SLICES === slice && !isEnded(state)) lookAtExecution(batch, state, now);
			});
			return keep(batch);
		});
		if (slice === 1) await attempt('the daily summary could not be made', lookAtSummaries);
	}

	async function attempt(what: string, work: () => Promise<void>): Promise<void> {
		try {
			await work();
		} catch (error) {
			desk.failed(what, error);
		}
	}

	async function keep(batch: ConditionBatch): Promise<void> {
		if (batch.alerts.length + batch.began.length + batch.over.length === 0) return;
		await desk.raise(batch);
		conditions.stored(batch);
	}

	/** Each event is told once: how far the journal was read is stored with what it raised. */
	async function readJournal(): Promise<void> {
		while (hasNews) {
			// Events written during this read are read after it.
			hasNews = false;
			try {
				hasNews = (await readPart()) || hasNews;
			} catch (error) {
				hasNews = true;
				throw error;
			}
		}
	}

	/** True where there is more behind it. */
	async function readPart(): Promise<boolean> {
		const { marks, readTo: to } = await store.journalMarks(readTo, TOLD_EVENTS, MARKS_MAX);
		const found = marks.map(async ({ executionId, streamSeq }) =>
			executionAlert(await options.journal.readExecution(executionId), streamSeq),
		);
		const alerts = (await Promise.all(found)).filter((alert) => alert !== undefined);
		if (alerts.length > 0 || to - notedTo >= READ_NOTED_EVERY) {
			await desk.raise({ alerts, journalReadTo: to });
			notedTo = to;
		}
		readTo = to;
		return marks.length === MARKS_MAX;
	}

	function lookAtAll(batch: ConditionBatch, now: number): void {
		const states = options.states().filter((state) => !isEnded(state));
		forgetEnded(batch, states, now);
		lookAtVenues(batch, states, now);
		lookAtStreams(batch, now);
		lookAtHalts(batch, now);
	}

	/** What stood for an execution that has ended is over: of a leg alone that is told, the rest is of no interest any more. */
	function forgetEnded(batch: ConditionBatch, states: readonly ExecutionState[], now: number): void {
		const open = new Set(states.map(({ plan }) => plan.executionId));
		for (const executionId of carryLooks.keys()) if (!open.has(executionId)) carryLooks.delete(executionId);
		for (const { userId, kind, thing } of conditions.all()) {
			const executionId = thing.split(':')[0] ?? thing;
			if (!OF_EXECUTIONS.has(kind) || open.has(executionId)) continue;
			const ended: Finding = {
				is: 'over',
				message: `${executionId} is hedged again: it has ended, and neither leg holds anything.`,
				executionId,
				exchange: null,
				facts: {},
			};
			conditions.judge(batch, { userId, kind, thing }, kind === 'unhedged' ? ended : { is: 'gone' }, now);
		}
	}

	/** As soon as it changes: a moment in which it was fresh begins the time anew. */
	function noteVenue(venue: VenueName): VenueDataStatus {
		const status = market.status(venue);
		if (status.state === 'fresh') downSince.delete(venue);
		else if (!downSince.has(venue)) downSince.set(venue, clock.now());
		return status;
	}

	function lookAtVenues(batch: ConditionBatch, states: readonly ExecutionState[], now: number): void {
		for (const venue of market.venues) {
			const status = noteVenue(venue);
			const told = conditions.all().filter((one) => one.kind === 'venue_down' && one.thing === venue);
			const concerned = new Set(told.map(({ userId }) => userId));
			if (status.state !== 'fresh')
				for (const { plan } of states)
					if (plan.legs.long.venue === venue || plan.legs.short.venue === venue) concerned.add(plan.userId);
			for (const userId of concerned)
				conditions.judge(
					batch,
					{ userId, kind: 'venue_down', thing: venue },
					venueFinding(status, downSince.get(venue), now, settings),
					now,
				);
		}
	}

	function lookAtStreams(batch: ConditionBatch, now: number): void {
		const silent = options.silentStreams();
		for (const one of silent) {
			const { userId, venue } = one;
			conditions.judge(
				batch,
				{ userId, kind: 'stream_silent', thing: venue },
				streamFinding(venue, one),
				now,
			);
		}
		for (const { userId, kind, thing } of conditions.all())
			if (kind === 'stream_silent' && !silent.some((one) => one.userId === userId && one.venue === thing))
				conditions.judge(batch, { userId, kind, thing }, streamFinding(thing, undefined), now);
	}

	function lookAtHalts(batch: ConditionBatch, now: number): void {
		const standing = new Set<string>();
		for (const halt of options.switches.list())
			for (const userId of concernedBy(halt)) {
				const subject: Subject = { userId, kind: 'trading_halted', thing: thingOf(halt) };
				standing.add(`${userId} ${subject.thing}`);
				conditions.judge(batch, subject, haltFinding(halt), now);
			}
		for (const { userId, kind, thing } of conditions.all()) {
			if (kind !== 'trading_halted' || standing.has(`${userId} ${thing}`)) continue;
			const [scope = '', venue = '', at = ''] = thing.split(' ');
			// It stands, and the user merely has no account there any more.
			const isThere = options.switches.list().some((halt) => thingOf(halt) === `${scope} ${venue} ${at}`);
			conditions.judge(
				batch,
				{ userId, kind, thing },
				isThere ? { is: 'gone' } : resumedFinding(scope, venue === '' ? null : venue),
				now,
			);
		}
	}

	function concernedBy({ target }: Halt): readonly string[] {
		switch (target.scope) {
			case 'user':
				return [target.userId];
			case 'exchange':
				return options.accounts
					.users()
					.filter((userId) => options.accounts.venues(userId).includes(target.venue));
			case 'service':
				return options.accounts.users();
		}
	}

	function lookAtExecution(batch: ConditionBatch, state: ExecutionState, now: number): void {
		const { userId, executionId } = state.plan;
		const judge = (kind: AlertKind, thing: string, finding: Finding | undefined): void =>
			conditions.judge(batch, { userId, kind, thing }, finding, now);
		const isAlone = conditions.stands({ userId, kind: 'unhedged', thing: executionId });
		judge(
			'unhedged',
			executionId,
			unhedgedFinding(state, () => priceOf(state), isAlone, now, settings),
		);
		for (const leg of LEGS) judge('liquidation_distance', `${executionId}:${leg}`, nearness(state, leg));
		if (state.phase === 'running' && isCarryDue(executionId, now))
			judge('funding_reversal', executionId, reversalOf(state, now));
	}

	/** Of the leg that is ahead. */
	function priceOf(state: ExecutionState): Decimal {
		const { venue, instrument, decisionMid } = legPlan(
			state,
			state.held.long > state.held.short ? 'long' : 'short',
		);
		const book = market.get(venue, instrument.symbol)?.book;
		return (
			options.markOf(venue, instrument.symbol) ??
			(book === undefined ? undefined : midPrice(book)) ??
			decisionMid
		);
	}

	function nearness(state: ExecutionState, leg: LegRole): Finding | undefined {
		if (state.held[leg] === 0n) return { is: 'gone' };
		const { venue, instrument } = legPlan(state, leg);
		const { userId, executionId } = state.plan;
		return liquidationFinding(
			state,
			leg,
			{
				mark: options.markOf(venue, instrument.symbol),
				liquidation: options.memory.liquidationPrice(userId, venue, instrument.symbol),
			},
			() => options.memory.runwayWords(userId, venue),
			conditions.stands({ userId, kind: 'liquidation_distance', thing: `${executionId}:${leg}` }),
			settings,
		);
	}

	/** Once in a period, at an instant of each execution's own. */
	function isCarryDue(executionId: string, now: number): boolean {
		const period = Math.floor((now + placeOf(executionId)) / REVERSAL_EVERY_MS);
		const before = carryLooks.get(executionId);
		carryLooks.set(executionId, period);
		return before !== undefined && before !== period;
	}

	function reversalOf(state: ExecutionState, now: number): Finding | undefined {
		const outlook = options.stayOutlook(state, now);
		return 'unknown' in outlook ? undefined : reversalFinding(state, outlook);
	}

	/** One user at a time: the portfolio is read for it. */
	async function lookAtSummaries(): Promise<void> {
		const now = clock.now();
		const due = summaryDue(now, settings.summaryHourUtc);
		if (due !== summaryDay) {
			summaryDay = due;
			summarized = new Set();
		}
		if (isSummarizing || now - due > SUMMARY_LATE_MS_MAX) return;
		const states = options.states();
		const users = new Set([...options.accounts.users(), ...states.map(({ plan }) => plan.userId)]);
		for (const userId of users) {
			if (summarized.has(userId)) continue;
			summarized.add(userId);
			const open = openBefore(states, userId, due);
			const ended = await store.endedSince(userId, due - DAY_MS, due);
			if (open.length + ended.length === 0 || (await store.has(summaryId(userId, due)))) continue;
			isSummarizing = true;
			void summarize(userId, due, open, ended)
				.catch((error: unknown) => {
					summarized.delete(userId);
					desk.failed('a daily summary could not be made', error);
				})
				.finally(() => {
					isSummarizing = false;
				});
			return;
		}
	}

	async function summarize(
		userId: string,
		due: number,
		open: readonly ExecutionState[],
		ended: readonly string[],
	): Promise<void> {
		const portfolio = await options.portfolio
			.live({ userId, executionId: undefined, includeClosed: false, page: 1, limit: 1 })
			.catch(() => undefined);
		const ids = new Set([...open.map(({ plan }) => plan.executionId), ...ended]);
		const reading = [...ids].map(async (id) =>
			bookedBetween(await options.journal.readExecution(id), due - DAY_MS, due),
		);
		const booked = await Promise.all(reading);
		await desk.raise({ alerts: [summaryAlert({ userId, due, now: clock.now(), booked, open, portfolio })] });
	}

	return {
		start() {
			stops.push(
				options.onChange(() => {
					hasNews = true;
				}),
				market.onVenue((venue) =>
					attempt('an exchange could not be looked at', async () => void noteVenue(venue)),
				),
				clock.every(LOOK_PERIOD_MS / SLICES, look),
			);
			look();
		},
		async close() {
			for (const stop of stops.splice(0)) stop();
			await looking;
			await attempt('the journal could not be looked through', readJournal);
		},
	};
}

/** `exchange bybit 1764000000000`: a halt that is set anew after it was lifted is another. */
function thingOf({ target, at }: Halt): string {
	return `${target.scope} ${target.scope === 'exchange' ? target.venue : ''} ${at}`;
}

/** A number that an execution always has, inside of the period: the last hex digits of its id. */
function placeOf(executionId: string): number {
	const digits = Number.parseInt(executionId.slice(-6), 16);
	return Number.isNaN(digits) ? 0 : digits % REVERSAL_EVERY_MS;
}
