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
