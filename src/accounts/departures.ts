/**
 * Disconnects accounts, at once if nothing is open on them, otherwise after their executions are closed. A pending
 * disconnection is stored and continues after a restart. The secret is erased last, because closing positions needs
 * it.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { AccountTrade, DisconnectAnswer } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import { shownNameOf } from '../venues/facts.ts';
import type { AccountBook, BookedAccount } from './account-book.ts';
import { durable } from './durable.ts';
import { ACCOUNT_TEXT } from './text.ts';

const CHECK_PERIOD_MS = 1_000;
/** Maximum time to wait for the account's last funding payments before its secret is erased, milliseconds. */
const SETTLE_MS_MAX = 10_000;

/** Disconnects accounts, at once or after their executions are closed. */
export type Departures = {
	/** @throws CarrywireError EXECUTIONS_RUNNING, STORE_UNAVAILABLE */
	readonly disconnect: (account: BookedAccount, closeFirst: boolean) => Promise<DisconnectAnswer>;
	/**
	 * @throws CarrywireError EXECUTIONS_RUNNING if the user has an open execution on another account at the venue, or
	 * is opening one at any venue.
	 */
	readonly requireNothingElse: (account: Pick<BookedAccount, 'userId' | 'venue'>, journalId: string) => void;
	/** Returns the ids of the executions that are open on the account. */
	readonly openOn: (account: BookedAccount) => readonly string[];
	/** Resumes disconnections that were pending when the service stopped. */
	readonly start: () => void;
	readonly close: () => void;
};

type DeparturesOptions = {
	readonly book: AccountBook;
	readonly trade: AccountTrade;
	readonly clock: Clock;
	readonly log: Logger;
	/** Runs `work` after all earlier changes to the user's accounts. */
	readonly inTurn: <T>(userId: string, work: () => Promise<T>) => Promise<T>;
	/** Maximum time that a caller waits for the disconnection, milliseconds. */
	readonly waitMs: number;
};

type Leaving = DeparturesOptions & {
	/** Disconnections in progress, by account id. */
	readonly ending: Map<string, Promise<boolean>>;
	readonly waiting: Set<() => void>;
};

/** Creates the disconnection service. `start` resumes disconnections that an earlier process began. */
export function createDepartures(options: DeparturesOptions): Departures {
	const { trade, clock } = options;
	const leaving: Leaving = { ...options, ending: new Map(), waiting: new Set() };
	const stopEnded = trade.onEnded(() => poll(leaving));
	const cancelCheck = clock.every(CHECK_PERIOD_MS, () => poll(leaving));
	return {
		openOn: (given) => openOn(leaving, given),
		async disconnect({ accountId, userId }, closeFirst) {
			await options.inTurn(userId, () => begin(leaving, accountId, closeFirst));
			poll(leaving);
			await over(leaving, accountId);
			return answer(leaving, accountId);
		},
		requireNothingElse({ userId, venue }, journalId) {
			const others = trade.openOn(userId, venue).filter((open) => open.journalId !== journalId);
			if (others.length > 0 || trade.isOpening(userId))
				throw running(
					others.map(({ executionId }) => executionId),
					venue,
				);
		},
		start() {
			trade.closeLeaving();
			poll(leaving);
		},
		close() {
			stopEnded();
			cancelCheck();
		},
	};
}

/** Returns the ids of the account's open executions. Only the account in use can have any. */
function openOn(leaving: Leaving, { userId, venue, inUse, journalId }: BookedAccount): readonly string[] {
	if (!inUse) return [];
	return leaving.trade
		.openOn(userId, venue)
		.flatMap((open) => (open.journalId === journalId ? open.executionId : []));
}

function isBusy(leaving: Leaving, account: BookedAccount): boolean {
	return openOn(leaving, account).length > 0 || (account.inUse && leaving.trade.isOpening(account.userId));
}

function poll(leaving: Leaving): void {
	for (const account of leaving.book.all())
		if (account.leavingSince !== null && !isBusy(leaving, account)) void end(leaving, account.accountId);
}

/**
 * Resolves to true once the account is disconnected, or to false if it cannot be disconnected yet. Never rejects; the
 * service retries a failed write.
 */
function end(leaving: Leaving, accountId: string): Promise<boolean> {
	const known = leaving.ending.get(accountId);
	if (known !== undefined) return known;
	const done = endNow(leaving, accountId)
		.catch((error: unknown) => {
			leaving.log.error(
				{ accountId, error },
				'an exchange account could not be disconnected; the service tries again',
			);
			return false;
		})
		.finally(() => leaving.ending.delete(accountId));
	leaving.ending.set(accountId, done);
	return done;
}

async function endNow(leaving: Leaving, accountId: string): Promise<boolean> {
	const account = leaving.book.find(accountId);
	if (account === undefined) return true;
	await settled(leaving, account);
	const isGone = await leaving.inTurn(account.userId, async () => {
		const present = leaving.book.find(accountId);
		if (present === undefined) return true;
		if (isBusy(leaving, present)) return false;
		await leaving.book.remove(accountId, leaving.clock.now());
		return true;
	});
	if (!isGone) return false;
	leaving.log.info(
		{ accountId, userId: account.userId, venue: account.venue },
		'an exchange account was disconnected',
	);
	for (const check of [...leaving.waiting]) check();
	return true;
}

/**
 * Reads the funding payments of recently closed executions, because they cannot be read once the key is erased. Waits
 * `SETTLE_MS_MAX` at most.
 */
function settled(leaving: Leaving, { userId, venue }: BookedAccount): Promise<void> {
	return new Promise((resolve) => {
		const cancel = leaving.clock.after(SETTLE_MS_MAX, resolve);
		leaving.trade.settle(userId, venue).finally(() => {
			cancel();
			resolve();
		});
	});
}

/** Resolves when the account is disconnected, or when the caller's maximum wait is over. */
function over(leaving: Leaving, accountId: string): Promise<void> {
	return new Promise((resolve) => {
		const finish = (): void => {
			leaving.waiting.delete(check);
			cancel();
			resolve();
		};
		const check = (): void => {
			if (leaving.book.find(accountId) === undefined) finish();
		};
		const cancel = leaving.clock.after(leaving.waitMs, finish);
		leaving.waiting.add(check);
		check();
	});
}

function answer(leaving: Leaving, accountId: string): DisconnectAnswer {
	const account = leaving.book.find(accountId);
	return account === undefined
		? { status: 'disconnected', accountId, executions: [] }
		: { status: 'closing', accountId, executions: openOn(leaving, account) };
}

/**
 * Starts the disconnection. If nothing is open on the account, this also stops the service from opening positions on
 * it.
 */
async function begin(leaving: Leaving, accountId: string, closeFirst: boolean): Promise<void> {
	const account = leaving.book.find(accountId);
	if (account === undefined) return;
	const isWaiting = account.leavingSince !== null;
	if (!isBusy(leaving, account)) {
		if (!isWaiting) await durable(() => leaving.book.leave(accountId, leaving.clock.now()));
		return;
	}
	if (!closeFirst) throw running(openOn(leaving, account), account.venue);
	// Open executions keep trading during this write. Executions admitted during the write are closed with them.
	if (!isWaiting) await durable(() => leaving.book.change(accountId, { leavingSince: leaving.clock.now() }));
	leaving.trade.closeLeaving();
}

function running(executionIds: readonly string[], venue: string): CarrywireError {
	return new CarrywireError(
		'EXECUTIONS_RUNNING',
		ACCOUNT_TEXT.executionsOpen({ exchange: shownNameOf(venue), executionIds }),
		{
			facts: { exchange: venue, executionIds },
		},
	);
}
