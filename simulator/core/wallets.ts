/**
 * Keeps the main wallet of each owner, which is beside the futures account and backs no position: Bybit's funding
 * account, KuCoin's main account, Binance's spot wallet, OKX's funding account, Hyperliquid's spot balance. Transfers
 * between the two are instant, as on the exchanges. Deposits and withdrawals take as long as the admin port says, and
 * survive a restart while they are pending.
 */
import { add, type Decimal, formatDecimal, max, neg, ZERO } from '../../src/domain/decimal.ts';
import { AccountError, checkAmount } from './account-error.ts';
import { balanceAt } from './account-figures.ts';
import { type AccountState, accountState, commit, type ExchangeState, newId } from './exchange-state.ts';
import { announceTouched, changeWallet, touchedBalance, writeTouched } from './fill-booking.ts';
import { randomHex } from './secret-texts.ts';
import type {
	MoneyKind,
	MoneyMove,
	MoveWish,
	OwnTransfer,
	TransferWish,
	WalletBook,
} from './wallet-records.ts';

/** Number of random bytes in the transaction id of a move that is announced without one. */
const TX_ID_BYTES = 32;

/** @param act brings the exchange's state up to the current time, calls `run`, and notifies listeners */
export function createWalletBook(
	state: ExchangeState,
	act: <T>(run: (now: number) => T) => T,
	named: (name: string) => { readonly id: string },
): WalletBook {
	let pending = state.store.pendingMoves();
	const reload = (): void => {
		pending = state.store.pendingMoves();
	};
	const of = (accountId: string): AccountState => accountState(state, accountId);
	/** Makes a change durable, and reports the account's balance. */
	const change = <T>(account: AccountState, now: number, run: () => T): T => {
		const done = commit(state, () => {
			const result = run();
			writeTouched(state, touchedBalance(account));
			return result;
		});
		announceTouched(state, touchedBalance(account), now);
		return done;
	};
	return {
		balance: (accountId) => act(() => of(accountId).mainWallet),
		transferable: (accountId) => act((now) => transferableAt(state, of(accountId), now)),
		transfer: (accountId, wish) =>
			act((now) => {
				const known = knownTransfer(state, accountId, wish.clientId);
				if (known !== undefined) return { kind: 'duplicate', transfer: known };
				const account = of(accountId);
				const available = wish.toFutures ? account.mainWallet : transferableAt(state, account, now);
				if (wish.amount > available) return { kind: 'short', available };
				const transfer = change(account, now, () => bookTransfer(state, account, wish, now));
				return { kind: 'done', transfer };
			}),
		transfers: (accountId, query) => act(() => state.store.ownTransfers(accountId, query)),
		transferOf: (accountId, clientId) => act(() => knownTransfer(state, accountId, clientId)),
		entries: (accountId, query) => act(() => state.store.mainLedger(accountId, query)),
		moves: (accountId, query) => act(() => state.store.moves(accountId, query)),
		announce: (name, wish) =>
			act((now) => {
				checkAmount(wish.amount);
				if (wish.fee !== ZERO) checkAmount(wish.fee);
				const account = of(named(name).id);
				if (wish.kind === 'withdrawal') checkAffordable(state, account, wish, now);
				const move = change(account, now, () => bookAnnounced(state, account, wish, now));
				reload();
				return move;
			}),
		cancel: (name, id) =>
			act((now) => {
				const account = of(named(name).id);
				const move = pending.find((each) => each.id === id && each.accountId === account.account.id);
				if (move === undefined) throw new AccountError(`${name} has no pending move ${id.slice(0, 40)}.`);
				const ended = change(account, now, () => bookCanceled(state, account, move, now));
				reload();
				return ended;
			}),
		arriveDue(now) {
			const due = pending.filter(({ dueAt }) => dueAt <= now);
			for (const move of due) {
				const account = of(move.accountId);
				change(account, now, () => {
					if (move.kind === 'deposit') pay(state, account, move, move.amount, now);
					state.store.putMove({ ...move, status: 'done', endedAt: now });
				});
			}
			if (due.length > 0) reload();
		},
	};
}

function knownTransfer(
	{ store }: ExchangeState,
	accountId: string,
	clientId: string | undefined,
): OwnTransfer | undefined {
	return clientId === undefined ? undefined : store.ownTransferByClientId(accountId, clientId);
}

function transferableAt(state: ExchangeState, account: AccountState, now: number): Decimal {
	return max(ZERO, balanceAt(state, account, now).available);
}

/** Moves money between the two wallets and records it. Runs inside `commit`. */
function bookTransfer(
	state: ExchangeState,
	account: AccountState,
	{ toFutures, amount, clientId }: TransferWish,
	at: number,
): OwnTransfer {
	const id = newId(state);
	const transfer = { id, accountId: account.account.id, at, clientId, toFutures, amount };
	state.store.insertOwnTransfer(transfer);
	changeMain(state, account, toFutures ? 'transferOut' : 'transferIn', toFutures ? neg(amount) : amount, {
		at,
		reference: id,
	});
	changeWallet(state, account, {
		kind: toFutures ? 'transferIn' : 'transferOut',
		amount: toFutures ? amount : neg(amount),
		at,
		symbol: undefined,
		reference: id,
	});
	return transfer;
}

/** Changes the main wallet and records the reason in its ledger. Runs inside `commit`. */
function changeMain(
	state: ExchangeState,
	account: AccountState,
	kind: MoneyKind,
	amount: Decimal,
	{ at, reference }: { readonly at: number; readonly reference: string },
): void {
	account.mainWallet = add(account.mainWallet, amount);
	const accountId = account.account.id;
	state.store.updateMainWallet(accountId, account.mainWallet);
	const balance = account.mainWallet;
	state.store.insertMainEntry({ id: newId(state), accountId, at, kind, amount, balance, reference });
}

/**
 * Pays money from outside into the owner's wallets, or out of them for a negative amount. An exchange does that with
 * one of the two wallets only (`paysInto`). For the other one the owner's own transfer follows, or precedes a payment
 * to the outside. Runs inside `commit`.
 */
function pay(
	state: ExchangeState,
	account: AccountState,
	{ id, isFutures }: Pick<MoneyMove, 'id' | 'isFutures'>,
	amount: Decimal,
	at: number,
): void {
	const kind = amount > ZERO ? 'deposit' : 'withdrawal';
	const { paysInto } = state.terms;
	const isDirect = paysInto === 'either' || (paysInto === 'futures') === isFutures;
	const viaFutures = isDirect ? isFutures : !isFutures;
	const wish = {
		toFutures: amount > ZERO ? isFutures : !isFutures,
		amount: amount > ZERO ? amount : neg(amount),
		clientId: undefined,
	};
	if (!isDirect && amount < ZERO) bookTransfer(state, account, wish, at);
	if (viaFutures) changeWallet(state, account, { kind, amount, at, symbol: undefined, reference: id });
	else changeMain(state, account, kind, amount, { at, reference: id });
	if (!isDirect && amount > ZERO) bookTransfer(state, account, wish, at);
}

function checkAffordable(state: ExchangeState, account: AccountState, wish: MoveWish, now: number): void {
	const available = placeOf(state, wish) ? transferableAt(state, account, now) : account.mainWallet;
	const cost = add(wish.amount, wish.fee);
	if (cost > available)
		throw new AccountError(
			`The withdrawal is too large, was ${formatDecimal(cost)}, limit ${formatDecimal(available)}.`,
		);
}

/** True if the move goes to the futures account or comes from it. */
function placeOf({ terms }: ExchangeState, { isFutures }: MoveWish): boolean {
	return isFutures ?? terms.paysInto !== 'main';
}

/** Records an announced move, and takes the money of a withdrawal. Runs inside `commit`. */
function bookAnnounced(state: ExchangeState, account: AccountState, wish: MoveWish, now: number): MoneyMove {
	const move: MoneyMove = {
		id: newId(state),
		accountId: account.account.id,
		kind: wish.kind,
		amount: wish.amount,
		fee: wish.fee,
		isFutures: placeOf(state, wish),
		txId: wish.txId ?? `0x${randomHex(TX_ID_BYTES)}`,
		at: now,
		dueAt: now + wish.arrivesInMs,
		status: 'pending',
		endedAt: undefined,
	};
	state.store.putMove(move);
	if (move.kind === 'withdrawal') pay(state, account, move, neg(add(move.amount, move.fee)), now);
	return move;
}

/** Records a canceled move, and returns the money of a withdrawal. Runs inside `commit`. */
function bookCanceled(state: ExchangeState, account: AccountState, move: MoneyMove, now: number): MoneyMove {
	const ended: MoneyMove = { ...move, status: 'canceled', endedAt: now };
	if (move.kind === 'withdrawal') pay(state, account, move, add(move.amount, move.fee), now);
	state.store.putMove(ended);
	return ended;
}
