/** Keeps users' planned transfers in memory and in the store, and compares them with the accounts' ledgers. */
import { abs, type Decimal, divDown, parseDecimal, sub } from '../../domain/decimal.ts';
import { approximately } from '../../domain/estimate.ts';
import { isShadowUser } from '../../domain/ids.ts';
import type { VenueName } from '../../domain/instrument.ts';
import type { Clock, Random } from '../../ports/clock.ts';
import type { TransferProposal } from '../../ports/margin-plan.ts';
import type {
	AskedTransfer,
	PlannedTransferStore,
	PlannedTransfers,
	TransferAsker,
} from '../../ports/planned-transfers.ts';
import {
	ARRIVAL_WINDOW_MS,
	advanceTransfers,
	arrivedAmount,
	isWaiting,
	type JudgedFlow,
	underWay,
	withdrawTransfer,
} from '../margin-arrivals.ts';

/** Time for which a transfer is shown after its end, and after which one that nobody sent is taken back, ms. */
const KEPT_MS = 7 * 24 * 3_600_000;
/** A new amount replaces the one that was requested if it differs by more than this fraction. */
const AMOUNT_KEPT = parseDecimal('0.25');

/** Dependencies of the transfers. */
export type PlannedTransferOptions = {
	readonly store: PlannedTransferStore;
	/** Returns the deposits, withdrawals and transfers that the ledgers of a user's accounts have recorded. */
	readonly flowsOf: (userId: string) => readonly JudgedFlow[];
	readonly clock: Pick<Clock, 'now'>;
	readonly random: Pick<Random, 'hex'>;
};

type Book = PlannedTransferOptions & {
	/** Transfers by user, oldest first. */
	readonly users: Map<string, readonly AskedTransfer[]>;
	/** The last write; each begins after the one before. */
	last: Promise<unknown>;
};

/** Reads the transfers and creates the book. */
export async function openPlannedTransfers(options: PlannedTransferOptions): Promise<PlannedTransfers> {
	const book: Book = { ...options, users: new Map(), last: Promise.resolve() };
	for (const transfer of await options.store.load(options.clock.now() - KEPT_MS)) put(book, transfer);
	return {
		of(userId) {
			const now = book.clock.now();
			return shown(book, userId)
				.toReversed()
				.map((transfer) => ({
					...transfer,
					underWay: underWay(transfer, now),
					arrived: arrivedAmount(transfer),
				}));
		},
		underWay(userId) {
			const now = book.clock.now();
			const sums = new Map<VenueName, number>();
			for (const transfer of shown(book, userId)) {
				const usd = approximately(underWay(transfer, now));
				if (usd > 0) sums.set(transfer.to, (sums.get(transfer.to) ?? 0) + usd);
			}
			return sums;
		},
		ask: (userId, askedBy, wanted) => inTurn(book, () => ask(book, userId, askedBy, wanted)),
		advance: () => inTurn(book, () => advance(book)),
	};
}

/** Changes run one after another, because each begins with what the one before has stored. */
function inTurn<T>(book: Book, work: () => Promise<T>): Promise<T> {
	const done = book.last.then(work);
	book.last = done.catch(() => {});
	return done;
}

async function ask(
	book: Book,
	userId: string,
	askedBy: TransferAsker,
	wanted: readonly TransferProposal[],
): Promise<readonly AskedTransfer[]> {
	// The accounts of a shadow pot are paper accounts, to which nobody sends money.
	if (isShadowUser(userId)) return [];
	const now = book.clock.now();
	const waiting = shown(book, userId).filter(isWaiting);
	const changed: AskedTransfer[] = [];
	const answer = wanted.map((proposal) => {
		const known = waiting.find(({ from, to }) => from === proposal.from && to === proposal.to);
		const next =
			known === undefined ? created(book, userId, askedBy, proposal) : kept(known, askedBy, proposal);
		if (next !== known) changed.push(next);
		return next;
	});
	const stays = new Set(answer.map(({ transferId }) => transferId));
	for (const transfer of waiting)
		if (isSame(transfer.askedBy, askedBy) && !stays.has(transfer.transferId))
			changed.push(withdrawTransfer(transfer, now));
	await store(book, changed);
	return answer;
}

function created(
	{ clock, random }: Book,
	userId: string,
	askedBy: TransferAsker,
	proposal: TransferProposal,
): AskedTransfer {
	const now = clock.now();
	return {
		...proposal,
		transferId: `mv_${random.hex(12)}`,
		userId,
		askedBy,
		plannedAt: now,
		state: 'planned',
		parts: [],
		changedAt: now,
	};
}

/**
 * Keeps a transfer that is requested again. Only its asker, or the margin watch, may change it: its need is a fact of
 * the accounts, while a plan is a wish.
 */
function kept(known: AskedTransfer, askedBy: TransferAsker, proposal: TransferProposal): AskedTransfer {
	const isOwn = isSame(known.askedBy, askedBy);
	if (!isOwn && askedBy.kind !== 'alert') return known;
	if (isOwn && !isFarOff(known.amount, proposal.amount)) return known;
	return { ...known, ...proposal, askedBy };
}

function isSame(a: TransferAsker, b: TransferAsker): boolean {
	return a.kind === 'pot' && b.kind === 'pot' ? a.potId === b.potId : a.kind === b.kind;
}

function isFarOff(known: Decimal, wanted: Decimal): boolean {
	return divDown(abs(sub(wanted, known)), known) > AMOUNT_KEPT;
}

async function advance(book: Book): Promise<void> {
	const now = book.clock.now();
	const changed: AskedTransfer[] = [];
	for (const userId of book.users.keys()) {
		const transfers = shown(book, userId);
		if (transfers.every((transfer) => !isActive(transfer, now))) continue;
		const active = transfers.filter((transfer) => isActive(transfer, now));
		// Flows that belong to a transfer that has ended must not be taken again.
		const advanced = advanceTransfers(transfers, book.flowsOf(userId), now);
		for (const transfer of active) {
			const next = advanced.find(({ transferId }) => transferId === transfer.transferId) ?? transfer;
			const isForgotten = isWaiting(next) && now - next.plannedAt > KEPT_MS;
			const end = isForgotten ? withdrawTransfer(next, now) : next;
			if (end !== transfer) changed.push(end);
		}
	}
	await store(book, changed);
}

async function store(book: Book, changed: readonly AskedTransfer[]): Promise<void> {
	if (changed.length === 0) return;
	await book.store.save(changed);
	for (const transfer of changed) put(book, transfer);
}

function put({ users }: Book, transfer: AskedTransfer): void {
	const known = users.get(transfer.userId) ?? [];
	const isKnown = known.some(({ transferId }) => transferId === transfer.transferId);
	users.set(
		transfer.userId,
		isKnown
			? known.map((one) => (one.transferId === transfer.transferId ? transfer : one))
			: [...known, transfer],
	);
}

function shown({ users, clock }: Book, userId: string): readonly AskedTransfer[] {
	const now = clock.now();
	const known = users.get(userId) ?? [];
	const kept = known.filter((transfer) => isActive(transfer, now) || now - transfer.changedAt <= KEPT_MS);
	if (kept.length < known.length) users.set(userId, kept);
	return kept;
}

/**
 * Returns true if the transfer may still change. Only a check may end one that waits, however late the check comes.
 * Money that did not arrive in three days is not waited for.
 */
function isActive(transfer: AskedTransfer, now: number): boolean {
	if (transfer.state === 'arrived' || transfer.state === 'withdrawn') return false;
	if (isWaiting(transfer)) return true;
	const sent = transfer.parts.at(-1)?.sent;
	return now - (sent?.at ?? transfer.plannedAt) <= Math.max(KEPT_MS, ARRIVAL_WINDOW_MS) + 1_000;
}
