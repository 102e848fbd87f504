/** Records of the wallet beside an account, of transfers between the two, and of money that comes or leaves. */
import type { Decimal } from '../../src/domain/decimal.ts';

/** Reason for a change of a wallet other than trading. */
export type MoneyKind = 'deposit' | 'withdrawal' | 'transferIn' | 'transferOut';

/** One change in the main wallet. The sum of all rows is the balance. */
export type MainEntry = {
	readonly id: string;
	readonly accountId: string;
	readonly at: number;
	readonly kind: MoneyKind;
	/** Change in the balance, in the settlement currency. */
	readonly amount: Decimal;
	readonly balance: Decimal;
	/** Id of the transfer, deposit or withdrawal that caused the change. */
	readonly reference: string;
};

/** A transfer between the main wallet and the futures account of one owner. */
export type OwnTransfer = {
	readonly id: string;
	readonly accountId: string;
	readonly at: number;
	/** The client's own id; undefined if the client gave none. */
	readonly clientId: string | undefined;
	/** True from the main wallet to the futures account; false for the other direction. */
	readonly toFutures: boolean;
	readonly amount: Decimal;
};

/**
 * Result of a request for a transfer. `duplicate`: the account has used the client's id before, and nothing moved.
 * `short`: the wallet has less than the amount, and nothing moved.
 */
export type TransferResult =
	| { readonly kind: 'done' | 'duplicate'; readonly transfer: OwnTransfer }
	| { readonly kind: 'short'; readonly available: Decimal };

/**
 * A deposit or withdrawal that takes time. A withdrawal leaves the wallet when it is announced, a deposit enters it on
 * arrival.
 */
export type MoneyMove = {
	readonly id: string;
	readonly accountId: string;
	readonly kind: 'deposit' | 'withdrawal';
	/** Amount that arrives, in the settlement currency. A withdrawal costs `fee` in addition. */
	readonly amount: Decimal;
	readonly fee: Decimal;
	/** True if the money goes to the futures account, or comes from it; false for the main wallet. */
	readonly isFutures: boolean;
	/** Id of the transaction between the exchanges. A withdrawal and the deposit that it becomes have the same id. */
	readonly txId: string;
	readonly at: number;
	readonly dueAt: number;
	readonly status: 'pending' | 'done' | 'canceled';
	/** Time of the arrival or the cancellation; undefined while pending. */
	readonly endedAt: number | undefined;
};

/** A page of rows with `from` ≤ at ≤ `to`, newest first. A missing bound leaves that end open. */
export type MoneyRange = {
	readonly from?: number | undefined;
	readonly to?: number | undefined;
	readonly limit: number;
	readonly offset?: number | undefined;
};

/** A requested transfer between the owner's two wallets. */
export type TransferWish = {
	readonly toFutures: boolean;
	readonly amount: Decimal;
	readonly clientId: string | undefined;
};

/** A deposit or withdrawal that is announced on the admin port. */
export type MoveWish = {
	readonly kind: MoneyMove['kind'];
	readonly amount: Decimal;
	readonly fee: Decimal;
	readonly arrivesInMs: number;
	/** True for the futures account, false for the main wallet; undefined for the one that the exchange uses. */
	readonly isFutures: boolean | undefined;
	/** Id of the transaction; undefined for a new one. */
	readonly txId: string | undefined;
};

/** The owner's wallets at one exchange. */
export type WalletBook = {
	/** Returns the balance of the main wallet, in the settlement currency. */
	balance(accountId: string): Decimal;
	/** Returns the amount that may leave the futures account. */
	transferable(accountId: string): Decimal;
	/** Moves money between the two wallets at once. A repeated client id moves nothing. */
	transfer(accountId: string, wish: TransferWish): TransferResult;
	/** Returns transfers, newest first. */
	transfers(accountId: string, query: MoneyRange): readonly OwnTransfer[];
	/** Returns the transfer with the client's own id. */
	transferOf(accountId: string, clientId: string): OwnTransfer | undefined;
	/** Returns changes of the main wallet, newest first. */
	entries(accountId: string, query: MoneyRange): readonly MainEntry[];
	/** Returns deposits and withdrawals, newest first. */
	moves(accountId: string, query: MoneyRange): readonly MoneyMove[];
	/** Announces a deposit or withdrawal. @throws AccountError */
	announce(name: string, wish: MoveWish): MoneyMove;
	/** Cancels a pending move; a withdrawn amount returns. @throws AccountError */
	cancel(name: string, id: string): MoneyMove;
	/** Completes the deposits and withdrawals that are due. */
	arriveDue(now: number): void;
};
