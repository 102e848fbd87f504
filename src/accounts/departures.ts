/**
 * Disconnects accounts: at once where nothing is open on them, else when what is open has been closed. What waits is kept on
 * disk and goes on after a restart. The secret is erased last, for until then positions must be closed with it.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import type { Clock } from '../ports/clock.ts';
import type { AccountTrade, DisconnectAnswer } from '../ports/exchange-accounts.ts';
import type { Logger } from '../ports/logger.ts';
import type { AccountBook, BookedAccount } from './account-book.ts';
import { durable } from './durable.ts';

const LOOK_PERIOD_MS = 1_000;
/** The exchanges' last records of settlements are waited for so long. */
const SETTLE_MS_MAX = 10_000;

export type Departures = {
	/** @throws CarrywireError EXECUTIONS_RUNNING, STORE_UNAVAILABLE */
	readonly disconnect: (account: BookedAccount, closeFirst: boolean) => Promise<DisconnectAnswer>;
	/** @throws CarrywireError EXECUTIONS_RUNNING when something of the user is open at the venue, or being opened, on another account. */
	readonly requireNothingElse: (account: Pick<BookedAccount, 'userId' | 'venue'>, journalId: string) => void;
	/** Ids of executions that are open on the account. */
	readonly openOn: (account: BookedAccount) => readonly string[];
	/** Goes on with what waited when the service ended. */
	readonly start: () => void;
	readonly close: () => void;
};

export function createDepartures(options: {
	readonly book: AccountBook;
	readonly trade: AccountTrade;
	readonly clock: Clock;
	readonly log: Logger;
	/** Changes of a user's accounts happen one after the other. */
	readonly inTurn: <T>(userId: string, work: () => Promise<T>) => Promise<T>;
	/** How long a caller waits for the end. */
	readonly waitMs: number;
}): Departures {
	const { book, trade, clock, log } = options;
	/** Accounts whose end is under way. */
	const ending = new Map<string, Promise<boolean>>();
	const waiting = new Set<() => void>();
	const stopEnded = trade.onEnded(() => look());
	const cancelLook = clock.every(LOOK_PERIOD_MS, look);

	/** Only the account in use can have anything open. */
	function openOn({ userId, venue, inUse, journalId }: BookedAccount): readonly string[] {
		if (!inUse) return [];
		return trade
			.openOn(userId, venue)
			.flatMap((open) => (open.journalId === journalId ? open.executionId : []));
	}

	const isBusy = (account: BookedAccount): boolean =>
		openOn(account).length > 0 || (account.inUse && trade.isOpening(account.userId));

	function look(): void {
		for (const account of book.all())
			if (account.leavingSince !== null && !isBusy(account)) void end(account.accountId);
	}

	/** True once it is disconnected. Never rejects: what could not be written is tried again. */
	function end(accountId: string): Promise<boolean> {
		const known = ending.get(accountId);
		if (known !== undefined) return known;
		const done = endNow(accountId)
			.catch((error: unknown) => {
				log.error({ accountId, error }, 'an exchange account could not be disconnected; it is tried again');
				return false;
			})
			.finally(() => ending.delete(accountId));
		ending.set(accountId, done);
		return done;
	}

	async function endNow(accountId: string): Promise<boolean> {
		const account = book.find(accountId);
		if (account === undefined) return true;
		await settled(account);
		const isGone = await options.inTurn(account.userId, async () => {
			const present = book.find(accountId);
			if (present === undefined) return true;
			if (isBusy(present)) return false;
			await book.remove(accountId, clock.now());
			return true;
		});
		if (!isGone) return false;
		log.info({ accountId, userId: account.userId, venue: account.venue }, 'disconnected');
		for (const check of [...waiting]) check();
		return true;
	}

	/** What ended a moment ago may have been paid: afterwards nobody can be asked. */
	function settled({ userId, venue }: BookedAccount): Promise<void> {
		return new Promise((resolve) => {
			const cancel = clock.after(SETTLE_MS_MAX, resolve);
			trade.settle(userId, venue).finally(() => {
				cancel();
				resolve();
			});
		});
	}

	/** Until it is disconnected, or the caller's time is over. */
	function over(accountId: string): Promise<void> {
		return new Promise((resolve) => {
			const finish = (): void => {
				waiting.delete(check);
				cancel();
				resolve();
			};
			const check = (): void => {
				if (book.find(accountId) === undefined) finish();
			};
			const cancel = clock.after(options.waitMs, finish);
			waiting.add(check);
			check();
		});
	}

	function answer(accountId: string): DisconnectAnswer {
		const account = book.find(accountId);
		return account === undefined
			? { status: 'disconnected', accountId, executions: [] }
			: { status: 'closing', accountId, executions: openOn(account) };
	}

	/** From its judgement on nothing more is opened on the account. */
	async function begin(accountId: string, closeFirst: boolean): Promise<void> {
		const account = book.find(accountId);
		if (account === undefined) return;
		const isWaiting = account.leavingSince !== null;
		if (!isBusy(account)) {
			if (!isWaiting) await durable(() => book.leave(accountId, clock.now()));
			return;
		}
		if (!closeFirst) throw running(openOn(account), account.venue);
		// What is open must be traded on while this is written: whatever is admitted meanwhile is closed with it.
		if (!isWaiting) await durable(() => book.change(accountId, { leavingSince: clock.now() }));
		trade.closeLeaving();
	}

	function running(executionIds: readonly string[], venue: string): CarrywireError {
		const what =
			executionIds.length === 0
				? 'an execution is being opened at this moment'
				: `${executionIds.length === 1 ? 'the execution' : 'the executions'} ${executionIds.join(', ')} ${executionIds.length === 1 ? 'is' : 'are'} open`;
		return new CarrywireError('EXECUTIONS_RUNNING', `On your account in use at ${venue} ${what}.`, {
			facts: { exchange: venue, executionIds },
		});
	}

	return {
		openOn,
		async disconnect({ accountId, userId }, closeFirst) {
			await options.inTurn(userId, () => begin(accountId, closeFirst));
			look();
			await over(accountId);
			return answer(accountId);
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
			look();
		},
		close() {
			stopEnded();
			cancelLook();
		},
	};
}
