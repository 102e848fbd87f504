/**
 * The venues' word on each account: balance, positions, external flows, and the baseline from which changes count.
 *
 * A snapshot is consistent when nothing moved while it was taken, no order in flight and no fill come in, and either the
 * journal explains the wallet to the digit, or all that the venue has recorded of settlements was asked for and the
 * wallet read before and after is the same. Only then is `unexplained` said.
 */
import { add, type Decimal, roundPlaces, sub, ZERO } from '../domain/decimal.ts';
import type { AccountEvent } from '../domain/event.ts';
import { type ExecutionState, isInFlight, legPlan } from '../domain/execution.ts';
import type { LegRole } from '../domain/ids.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { BalanceReport, PositionReport, VenueTrading } from '../ports/venue.ts';

export type AccountSnapshot = {
	readonly balance: BalanceReport;
	readonly positions: readonly PositionReport[];
	readonly takenAt: number;
	readonly consistent: boolean;
	/** What `activityOf` said when it was taken: while it says the same, the journal has booked nothing since. */
	readonly activity: string;
	readonly baselineWallet: Decimal;
	/** Sum of external flows since the baseline. */
	readonly externalFlows: Decimal;
};

export type SnapshotOptions = {
	readonly journal: Journal;
	readonly clock: Clock;
	/** The user's executions with a leg on this venue that are in memory. */
	readonly statesOn: (userId: string, venue: VenueName) => readonly ExecutionState[];
	readonly sweepFunding: (executionId: string) => Promise<boolean>;
	/** Realised profit of the user's executions at the venue. */
	readonly realizedAt: (userId: string, venue: VenueName) => Decimal;
};

type Account = {
	readonly events: AccountEvent[];
	snapshot: AccountSnapshot | undefined;
	/** The venue's ledger has been read up to this instant, and that is on disk up to the other. */
	ledgerReadTo: number;
	ledgerNotedTo: number;
	lookedBackAt: number;
	/** What was unexplained when all settlements had been asked for. While it is the same, there is no new one. */
	remainder: Decimal;
	reading: Promise<AccountSnapshot> | undefined;
};

/** Reads until a snapshot is consistent. */
const TRIES_MAX = 3;
/** Flows are asked again from this far before what was read, for ledgers record late; once a minute from further back. */
const FLOW_OVERLAP_MS = 10_000;
const FLOW_LOOK_BACK_MS = 5 * 60_000;
const FLOW_LOOK_BACK_PERIOD_MS = 60_000;
const LEDGER_NOTE_PERIOD_MS = 60_000;
/** Venues' ledgers count to 8 places; a difference below that is rounding inside their own averages. */
const LEDGER_PLACES = 8;
/** KuCoin may record a settlement 20 s late (its help pages, read 2026-11); others are faster. */
const LATE_RECORD_MS = 30_000;

export function createAccountSnapshots(options: SnapshotOptions) {
	const { journal, clock } = options;
	const accounts = new Map<string, Account>();

	function accountOf(userId: string, venue: VenueName): Account {
		const id = `${userId}:${venue}`;
		const known = accounts.get(id);
		if (known !== undefined) return known;
		const readTo = journal.ledgerReadTo(id) ?? 0;
		const account: Account = {
			events: journal.readAccount(id).map((row) => row.event),
			snapshot: undefined,
			ledgerReadTo: readTo,
			ledgerNotedTo: readTo,
			lookedBackAt: 0,
			remainder: ZERO,
			reading: undefined,
		};
		accounts.set(id, account);
		return account;
	}

	/** Journals the wallet's balance as the point from which changes count; does nothing when that is done. @throws VenueError, JournalError */
	async function ensureBaseline(userId: string, venue: VenueName, trading: VenueTrading): Promise<void> {
		const account = accountOf(userId, venue);
		if (baselineOf(account) !== undefined) return;
		const connectedAt = clock.now();
		const { walletBalance } = await trading.balance();
		if (baselineOf(account) !== undefined) return;
		await append(userId, venue, account, [{ type: 'AccountConnected', venue, walletBalance, connectedAt }]);
	}

	async function append(
		userId: string,
		venue: VenueName,
		account: Account,
		events: readonly AccountEvent[],
	): Promise<void> {
		const expectedSeq = account.events.length;
		account.events.push(...events);
		try {
			await journal.appendAccount({
				accountId: `${userId}:${venue}`,
				expectedSeq,
				events,
				recordedAt: clock.now(),
			});
		} catch (error) {
			account.events.length = expectedSeq;
			throw error;
		}
	}

	const activityAt = (userId: string, venue: VenueName): Activity =>
		activity(options.statesOn(userId, venue), venue);

	/** Changes with every fill and settlement that is booked on the account. */
	const activityOf = (userId: string, venue: VenueName): string => activityAt(userId, venue).booked;

	/** A snapshot not older than `ageMsMax`, and not older than what is booked; concurrent callers share one reading. @throws VenueError, JournalError */
	function read(
		userId: string,
		venue: VenueName,
		trading: VenueTrading,
		ageMsMax: number,
	): Promise<AccountSnapshot> {
		const account = accountOf(userId, venue);
		const present = account.snapshot;
		if (
			present !== undefined &&
			clock.now() - present.takenAt <= ageMsMax &&
			present.activity === activityOf(userId, venue)
		)
			return Promise.resolve(present);
		account.reading ??= take(userId, venue, trading, account).finally(() => {
			account.reading = undefined;
		});
		return account.reading;
	}

	async function take(
		userId: string,
		venue: VenueName,
		trading: VenueTrading,
		account: Account,
	): Promise<AccountSnapshot> {
		await ensureBaseline(userId, venue, trading);
		let snapshot = await takeOnce(userId, venue, trading, account);
		// While orders are in flight another reading would be no quieter, and would cost what the orders may need.
		for (let tries = 1; tries < TRIES_MAX && !snapshot.consistent && !isMoving(userId, venue); tries += 1)
			snapshot = await takeOnce(userId, venue, trading, account);
		account.snapshot = snapshot;
		return snapshot;
	}

	const isMoving = (userId: string, venue: VenueName): boolean => activityAt(userId, venue).inFlight;

	async function takeOnce(
		userId: string,
		venue: VenueName,
		trading: VenueTrading,
		account: Account,
	): Promise<AccountSnapshot> {
		const before = activityAt(userId, venue);
		const [first, positions] = await Promise.all([trading.balance(), trading.positions()]);
		await recordFlows(userId, venue, trading, account);
		const unexplained = (balance: BalanceReport): Decimal =>
			unexplainedOf(
				sub(balance.walletBalance, walletAtBaseline(account)),
				options.realizedAt(userId, venue),
				externalFlowsOf(account),
			);
		const explained = unexplained(first) === account.remainder;
		const read = explained
			? { balance: first, isQuiet: true }
			: await readWithSettlements(userId, venue, trading, first);
		const after = activityAt(userId, venue);
		const isQuiet = read.isQuiet && !before.inFlight && !after.inFlight && before.fills === after.fills;
		if (!explained && isQuiet) account.remainder = unexplained(read.balance);
		return {
			balance: read.balance,
			positions,
			takenAt: clock.now(),
			consistent: isQuiet,
			activity: after.booked,
			baselineWallet: walletAtBaseline(account),
			externalFlows: externalFlowsOf(account),
		};
	}

	/** Books what the venue has recorded of settlements, and reads the balance again. Quiet: complete, and nothing moved. */
	async function readWithSettlements(
		userId: string,
		venue: VenueName,
		trading: VenueTrading,
		first: BalanceReport,
	): Promise<{ readonly balance: BalanceReport; readonly isQuiet: boolean }> {
		const paid = options.statesOn(userId, venue).filter((state) => mayBePaid(state, clock.now()));
		const answered = await Promise.all(paid.map((state) => options.sweepFunding(state.plan.executionId)));
		const swept = activityAt(userId, venue).booked;
		const balance = await trading.balance();
		const isQuiet =
			answered.every(Boolean) &&
			first.walletBalance === balance.walletBalance &&
			// A settlement booked while the wallet was read may or may not be in it.
			swept === activityAt(userId, venue).booked;
		return { balance, isQuiet };
	}

	/** Journals deposits, withdrawals and the like that are not known yet. */
	async function recordFlows(
		userId: string,
		venue: VenueName,
		trading: VenueTrading,
		account: Account,
	): Promise<void> {
		const baseline = baselineOf(account);
		if (baseline === undefined) return;
		const known = new Set<string>();
		let latest = baseline.connectedAt;
		for (const event of account.events) {
			if (event.type !== 'ExternalFlowRecorded') continue;
			known.add(event.recordId);
			latest = Math.max(latest, event.flowedAt);
		}
		const until = clock.now();
		const looksBack = until - account.lookedBackAt >= FLOW_LOOK_BACK_PERIOD_MS;
		const since = Math.max(latest, account.ledgerReadTo) - (looksBack ? FLOW_LOOK_BACK_MS : FLOW_OVERLAP_MS);
		const flows = await trading.externalFlows(Math.max(baseline.connectedAt, since), until);
		const fresh = flows.filter(
			(flow) => flow.asset === 'USDT' && flow.at > baseline.connectedAt && !known.has(flow.recordId),
		);
		const events = fresh.map(
			(flow): AccountEvent => ({
				type: 'ExternalFlowRecorded',
				recordId: flow.recordId,
				kind: flow.kind,
				amount: flow.amount,
				flowedAt: flow.at,
			}),
		);
		if (events.length > 0) await append(userId, venue, account, events);
		account.ledgerReadTo = until;
		if (looksBack) account.lookedBackAt = until;
		// Own trades fill a ledger: after a restart it is not read again from the account's first day.
		if (until - account.ledgerNotedTo < LEDGER_NOTE_PERIOD_MS) return;
		await journal.noteLedgerRead(`${userId}:${venue}`, until);
		account.ledgerNotedTo = until;
	}

	return {
		ensureBaseline,
		read,
		activityOf,
		/** The last snapshot, however old. */
		last: (userId: string, venue: VenueName): AccountSnapshot | undefined =>
			accountOf(userId, venue).snapshot,
	};
}

export type AccountSnapshots = ReturnType<typeof createAccountSnapshots>;

/** Held now, or ended so lately that a venue may still record a settlement of it. */
function mayBePaid(state: ExecutionState, now: number): boolean {
	return state.closedAt === undefined || now - state.closedAt <= LATE_RECORD_MS;
}

function walletAtBaseline(account: Account): Decimal {
	return baselineOf(account)?.walletBalance ?? ZERO;
}

/** Sum of external flows since the baseline. */
function externalFlowsOf(account: Account): Decimal {
	return account.events.reduce(
		(total, event) => (event.type === 'ExternalFlowRecorded' ? add(total, event.amount) : total),
		ZERO,
	);
}

/** Of a change of the wallet, what neither executions nor external flows explain, to the last digit of venues' ledgers. */
export function unexplainedOf(walletChange: Decimal, realized: Decimal, externalFlows: Decimal): Decimal {
	return roundPlaces(sub(sub(walletChange, realized), externalFlows), LEDGER_PLACES);
}

function baselineOf(account: Account) {
	const first = account.events[0];
	return first?.type === 'AccountConnected' ? first : undefined;
}

type Activity = { readonly inFlight: boolean; readonly fills: number; readonly booked: string };

/** What the legs at one venue did: the other venue's bookings change nothing here. */
function activity(states: readonly ExecutionState[], venue: VenueName): Activity {
	let fills = 0;
	let settlements = 0;
	let inFlight = false;
	for (const state of states) {
		const isHere = ({ leg }: { readonly leg: LegRole }) => legPlan(state, leg).venue === venue;
		settlements += state.funding.filter(isHere).length;
		for (const order of state.orders.filter(isHere)) {
			fills += order.fills.length;
			inFlight ||= isInFlight(order);
		}
	}
	return { inFlight, fills, booked: `${fills} fills, ${settlements} settlements` };
}
