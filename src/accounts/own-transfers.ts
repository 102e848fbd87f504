/**
 * Moves money from an owner's main wallet to the futures account at the same exchange. Each transfer is journaled before
 * it is sent. An unknown outcome is searched and never sent again; the next transfer of the account waits for its end.
 */
import { CarrywireError } from '../domain/carrywire-error.ts';
import { type Decimal, floorPlaces, fromInteger, fromNumber, min } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import { messageOf } from '../domain/message-of.ts';
import type { Clock, Random } from '../ports/clock.ts';
import type { Logger } from '../ports/logger.ts';
import {
	isOpenTransfer,
	type OwnMove,
	type OwnTransferRecord,
	type OwnTransferService,
	type OwnTransferSetting,
	type OwnTransferStore,
} from '../ports/own-transfer-service.ts';
import type { TransferFinding, TransferOutcome } from '../ports/own-transfers.ts';
import type { VenueTrading } from '../ports/venue.ts';
import { VenueError } from '../ports/venue-error.ts';
import { shownNameOf } from '../venues/facts.ts';
import { ACCOUNT_TEXT } from './text.ts';

/** Smallest transfer, units of the collateral. */
const AMOUNT_MIN = fromInteger(10);
/** Time between two transfers of an account, ms. */
export const AGAIN_MS = 10 * 60_000;
/** Time between two reads of a wallet without enough money, ms. */
const READ_AGAIN_MS = 60_000;
/** Added to the session's request window before a transfer counts as absent, ms. */
export const ABSENT_SLACK_MS = 60_000;
/** The exchange's clock may be this much behind ours, ms. The last transfer of the account is longer ago. */
const CLOCK_MS = 60_000;
/** Time for which transfers are shown, ms. */
const SHOWN_MS = 7 * 24 * 3_600_000;

/** A connected account. */
type AccountRow = {
	readonly accountId: string;
	readonly userId: string;
	readonly venue: VenueName;
	readonly inUse: boolean;
};

/** A session as far as transfers need it. */
export type TransferSession = Pick<
	VenueTrading,
	'wallets' | 'transferOwn' | 'findOwnTransfer' | 'describeKey' | 'requestWindowMs'
>;

/** Dependencies of the transfers. */
export type OwnTransferOptions = {
	readonly store: OwnTransferStore;
	/** Returns all connected accounts. */
	readonly accounts: () => readonly AccountRow[];
	/** Returns the session of the user's account in use at the exchange. */
	readonly session: (userId: string, venue: VenueName) => TransferSession | undefined;
	readonly clock: Pick<Clock, 'now'>;
	readonly random: Pick<Random, 'hex'>;
	readonly log: Logger;
};

type State = OwnTransferOptions & {
	readonly allowed: Set<string>;
	/** Transfers of the last week, oldest first, by account id. */
	readonly known: Map<string, readonly OwnTransferRecord[]>;
	/** Work in progress by account id, one piece at a time. */
	readonly working: Map<string, Promise<void>>;
	readonly readAt: Map<string, number>;
	readonly listeners: Set<(transfer: OwnTransferRecord) => void>;
};

/** The transfers, with a way to wait for work in progress. */
export type RunningOwnTransfers = OwnTransferService & { readonly idle: () => Promise<void> };

/** Reads settings and transfers, and creates the service. Transfers that were open are searched, not sent again. */
export async function openOwnTransfers(options: OwnTransferOptions): Promise<RunningOwnTransfers> {
	const { store, clock } = options;
	const state: State = {
		...options,
		allowed: new Set(await store.allowed()),
		known: new Map(),
		working: new Map(),
		readAt: new Map(),
		listeners: new Set(),
	};
	for (const transfer of await store.load(clock.now() - SHOWN_MS)) put(state, transfer);
	return {
		setting: (userId, accountId, isAllowed) => setting(state, userId, accountId, isAllowed),
		topUp(userId, venue, usd) {
			const account = state
				.accounts()
				.find((one) => one.userId === userId && one.venue === venue && one.inUse);
			if (account === undefined || !state.allowed.has(account.accountId)) return;
			work(state, account.accountId, () => topUp(state, account, usd));
		},
		async settleOpen() {
			for (const [accountId, transfers] of state.known)
				if (transfers.some(isOpenTransfer)) work(state, accountId, () => settle(state, accountId));
			await Promise.all(state.working.values());
		},
		movedOf: (userId) => movedOf(state, userId),
		onChange(listener) {
			state.listeners.add(listener);
			return () => state.listeners.delete(listener);
		},
		async idle() {
			await Promise.all(state.working.values());
		},
	};
}

/** Runs one piece of work of an account at a time; another one meanwhile is left out. */
function work(state: State, accountId: string, run: () => Promise<void>): void {
	if (state.working.has(accountId)) return;
	const done = run()
		.catch((error: unknown) => {
			state.log.warn({ accountId, error: messageOf(error) }, 'an own transfer could not be made or searched');
		})
		.finally(() => state.working.delete(accountId));
	state.working.set(accountId, done);
}

async function topUp(state: State, account: AccountRow, usd: number): Promise<void> {
	const { accountId, userId, venue } = account;
	await settle(state, accountId);
	const last = state.known.get(accountId)?.at(-1);
	const now = state.clock.now();
	if (last !== undefined && (isOpenTransfer(last) || now - endedAt(last) < AGAIN_MS)) return;
	if (now - (state.readAt.get(accountId) ?? 0) < READ_AGAIN_MS) return;
	const session = state.session(userId, venue);
	// Without a way to search a transfer, an unknown outcome would never end.
	if (session?.transferOwn === undefined || session.findOwnTransfer === undefined) return;
	state.readAt.set(accountId, now);
	const main = (await session.wallets?.())?.find(({ wallet }) => wallet === 'main');
	if (main === undefined || !(usd > 0)) return;
	const amount = floorPlaces(min(main.transferable, fromNumber(Math.ceil(usd))), 0);
	// The owner may have switched it off meanwhile.
	if (amount < AMOUNT_MIN || !state.allowed.has(accountId)) return;
	const at = state.clock.now();
	const intent: OwnTransferRecord = {
		from: 'main',
		to: 'futures',
		asset: main.asset,
		amount,
		clientId: state.random.hex(16),
		userId,
		accountId,
		venue,
		state: 'intended',
		intendedAt: at,
		changedAt: at,
		message: null,
	};
	await save(state, intent);
	await note(state, intent, await session.transferOwn(transferOf(intent)));
	await settle(state, accountId);
}

/** Money that has just moved is not in the account's last reading yet, so its time counts from the proof. */
function endedAt({ state, intendedAt, changedAt }: OwnTransferRecord): number {
	return state === 'done' ? changedAt : intendedAt;
}

async function note(state: State, transfer: OwnTransferRecord, outcome: TransferOutcome): Promise<void> {
	const message = outcome.kind === 'accepted' ? null : outcome.message;
	await save(state, {
		...transfer,
		state: outcome.kind === 'rejected' ? 'rejected' : 'unknown',
		message,
		changedAt: state.clock.now(),
	});
}

/** Asks the exchange about the account's open transfer, if there is one. */
async function settle(state: State, accountId: string): Promise<void> {
	const open = state.known.get(accountId)?.find(isOpenTransfer);
	if (open === undefined) return;
	const account = state.accounts().find((one) => one.accountId === accountId);
	// Only the account in use has a session; another one is asked once it is in use again.
	if (account === undefined || !account.inUse) return;
	const session = state.session(open.userId, open.venue);
	if (session?.findOwnTransfer === undefined) return;
	const askedAt = state.clock.now();
	const finding = await session.findOwnTransfer(transferOf(open), open.intendedAt - CLOCK_MS);
	const end = endOf(finding, askedAt - open.intendedAt > session.requestWindowMs + ABSENT_SLACK_MS);
	if (end !== undefined) await save(state, { ...open, state: end, changedAt: state.clock.now() });
	else if (open.state === 'intended') await save(state, { ...open, state: 'unknown', changedAt: askedAt });
}

/** Returns the final state that the finding proves; undefined if the outcome is still unknown. */
function endOf(finding: TransferFinding, isTooLate: boolean): 'done' | 'failed' | 'absent' | undefined {
	if (finding.kind === 'found') return finding.state === 'pending' ? undefined : finding.state;
	return finding.kind === 'absent' && isTooLate ? 'absent' : undefined;
}

async function setting(
	state: State,
	userId: string,
	accountId: string,
	isAllowed: boolean | undefined,
): Promise<OwnTransferSetting> {
	const account = state.accounts().find((one) => one.accountId === accountId && one.userId === userId);
	if (account === undefined)
		throw new CarrywireError('UNKNOWN_ACCOUNT', ACCOUNT_TEXT.unknown({ was: accountId.slice(0, 64) }), {
			field: 'account_id',
		});
	if (isAllowed === true) await requireRight(state, account);
	if (isAllowed !== undefined && isAllowed !== state.allowed.has(accountId)) {
		await state.store.setAllowed(userId, accountId, isAllowed, state.clock.now());
		if (isAllowed) state.allowed.add(accountId);
		else state.allowed.delete(accountId);
	}
	const since = state.clock.now() - SHOWN_MS;
	return {
		accountId,
		venue: account.venue,
		isAllowed: state.allowed.has(accountId),
		transfers: (state.known.get(accountId) ?? [])
			.filter((transfer) => isOpenTransfer(transfer) || transfer.intendedAt >= since)
			.toReversed(),
	};
}

/** @throws CarrywireError INVALID_PARAMS, VENUE_UNAVAILABLE */
async function requireRight(
	{ session: sessionOf }: State,
	{ userId, venue, inUse }: AccountRow,
): Promise<void> {
	const exchange = shownNameOf(venue);
	const refused = (words: ReturnType<typeof ACCOUNT_TEXT.cannotTransfer>) =>
		new CarrywireError('INVALID_PARAMS', words, { field: 'allowed' });
	if (!inUse) throw refused(ACCOUNT_TEXT.transferNotInUse({ exchange }));
	const session = sessionOf(userId, venue);
	if (session?.transferOwn === undefined) throw refused(ACCOUNT_TEXT.noOwnTransfers({ exchange }));
	try {
		const { canTransfer } = await session.describeKey();
		if (!canTransfer) throw refused(ACCOUNT_TEXT.cannotTransfer({ exchange }));
	} catch (error) {
		if (!(error instanceof VenueError)) throw error;
		throw new CarrywireError('VENUE_UNAVAILABLE', error.words, { cause: error });
	}
}

/** Returns the moves between the user's wallets. One that is not proven counts: its flow must not pass for a payment. */
function movedOf(state: State, userId: string): readonly OwnMove[] {
	return [...state.known.values()]
		.flat()
		.filter(
			(transfer) => transfer.userId === userId && (transfer.state === 'done' || isOpenTransfer(transfer)),
		)
		.map(({ venue, amount, to, intendedAt }): OwnMove => {
			const signed = to === 'futures' ? amount : (-amount as Decimal);
			return { exchange: venue, amount: signed, at: intendedAt };
		});
}

function transferOf({ from, to, asset, amount, clientId }: OwnTransferRecord) {
	return { from, to, asset, amount, clientId };
}

async function save(state: State, transfer: OwnTransferRecord): Promise<void> {
	await state.store.save(transfer);
	put(state, transfer);
	for (const listener of state.listeners) listener(transfer);
}

function put({ known }: State, transfer: OwnTransferRecord): void {
	const others = (known.get(transfer.accountId) ?? []).filter(
		({ clientId }) => clientId !== transfer.clientId,
	);
	known.set(transfer.accountId, [...others, transfer]);
}
