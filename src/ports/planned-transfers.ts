/**
 * Keeps the transfers between exchanges that the service requests from a user, and recognizes them in the ledgers. The
 * service never withdraws: a person sends the money.
 */
import type { Decimal } from '../domain/decimal.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { Words } from '../sentences/sentence.ts';
import type { PlannedTransfer, TransferProposal } from './margin-plan.ts';

/** Parts of the service that request transfers: the margin watch, a pot, or a plan that the user requested. */
export const TRANSFER_ASKERS = ['alert', 'pot', 'plan'] as const;

/** The part that asks for a transfer; a pot with its id. */
export type TransferAsker =
	| { readonly kind: 'alert' | 'plan' }
	| { readonly kind: 'pot'; readonly potId: string };

/** A transfer that the service requests from a user. */
export type AskedTransfer = PlannedTransfer & {
	readonly userId: string;
	readonly askedBy: TransferAsker;
	/** Why the transfer is needed. */
	readonly why: Words;
	/** The consequence of not sending it. */
	readonly without: Words;
};

/** A transfer with the sums of its movements, USD. */
export type ShownTransfer = AskedTransfer & {
	/** Money that has left the one exchange and has not reached the other. */
	readonly underWay: Decimal;
	readonly arrived: Decimal;
};

/** Stores the transfers. Every write is durable when it resolves. */
export interface PlannedTransferStore {
	/** Returns the transfers whose state changed at or after `since` (ms), and all that may still change. */
	load(since: number): Promise<readonly AskedTransfer[]>;
	/** Adds the transfers, or replaces those with the same ids, all or none. */
	save(transfers: readonly AskedTransfer[]): Promise<void>;
}

/** The transfers of all users. */
export interface PlannedTransfers {
	/** Returns the user's transfers that may still change or have ended within the last week, newest first. */
	of(userId: string): readonly ShownTransfer[];
	/** Returns the money that has left an exchange and has not arrived yet, USD, by the exchange that it goes to. */
	underWay(userId: string): ReadonlyMap<VenueName, number>;
	/**
	 * Requests exactly these transfers, and takes back what this asker wanted before and nobody has sent. A transfer
	 * between the same exchanges that is already requested stays as it is, unless its amount is far off. Returns the
	 * transfers that stand for the wanted ones, in their order.
	 */
	ask(
		userId: string,
		askedBy: TransferAsker,
		wanted: readonly TransferProposal[],
	): Promise<readonly AskedTransfer[]>;
	/** Compares the transfers of all users with their ledgers, and with the time. */
	advance(): Promise<void>;
}
