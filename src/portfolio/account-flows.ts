/** Journals deposits, withdrawals and other transfers outside trading, once each. */
import { worthOf } from '../domain/account-books.ts';
import type { Decimal } from '../domain/decimal.ts';
import type { AccountEvent } from '../domain/event.ts';
import type { VenueName } from '../domain/instrument.ts';
import type { ExternalFlowReport } from '../ports/account-payments.ts';
import type { Clock } from '../ports/clock.ts';
import type { Journal } from '../ports/journal.ts';
import type { BalanceReport, VenueTrading } from '../ports/venue.ts';
import { walletAssetOf } from '../venues/facts.ts';
import { eachOnce } from './foreign-records.ts';
import type { Account } from './open-accounts.ts';
import { FLOW_READ_BACK_MS } from './read-back.ts';

type FlowParts = { readonly journal: Pick<Journal, 'noteLedgerRead'>; readonly clock: Clock };

/**
 * Overlap of each read with the previous one, milliseconds, because a venue's ledger may show records late. Once a
 * minute, the overlap is `FLOW_READ_BACK_MS`.
 */
const FLOW_OVERLAP_MS = 10_000;
const FLOW_READ_BACK_PERIOD_MS = 60_000;
const LEDGER_NOTE_PERIOD_MS = 60_000;

/** Journals deposits, withdrawals and similar flows that are not yet known. */
export async function recordFlows(
	parts: FlowParts,
	account: Account,
	trading: VenueTrading,
	balance: BalanceReport,
): Promise<void> {
	const books = account.journal.books();
	const { connected, flowIds } = books;
	if (connected === undefined) return;
	const until = parts.clock.now();
	const readsBack = until - account.readBackAt >= FLOW_READ_BACK_PERIOD_MS;
	const readTo = Math.max(connected.connectedAt, books.latestFlowAt, account.ledgerReadTo);
	const since = readTo - (readsBack ? FLOW_READ_BACK_MS : FLOW_OVERLAP_MS);
	const flows = await trading.externalFlows(Math.max(connected.connectedAt, since), until);
	const fresh = eachOnce(flows, ({ recordId }) => recordId).filter(
		(flow) => flow.at > connected.connectedAt && !flowIds.has(flow.recordId),
	);
	await account.journal.append(
		fresh.map((flow) => flowEvent(account.venue, flow, priceOf(account, balance, flow.asset))),
	);
	account.ledgerReadTo = until;
	if (readsBack) account.readBackAt = until;
	// The venue's ledger also records our own trades and may be long. After a restart, it must not be read again from
	// the account's first day.
	const notedTo = Math.min(until, Math.max(account.explainedTo, account.ledgerNotedTo));
	if (notedTo - account.ledgerNotedTo < LEDGER_NOTE_PERIOD_MS) return;
	await parts.journal.noteLedgerRead(account.id, notedTo);
	account.ledgerNotedTo = notedTo;
}

function priceOf(account: Account, balance: BalanceReport, asset: string): Decimal | null {
	const places = [
		balance.otherAssets,
		account.snapshot?.balance.otherAssets ?? [],
		account.journal.books().counted?.assets ?? [],
	];
	for (const held of places) {
		const price = held.find((one) => one.asset === asset)?.usdPrice;
		if (price !== undefined && price !== null) return price;
	}
	return null;
}

function flowEvent(venue: VenueName, flow: ExternalFlowReport, usdPrice: Decimal | null): AccountEvent {
	const isWallet = flow.asset === walletAssetOf(venue);
	return {
		type: 'ExternalFlowRecorded',
		recordId: flow.recordId,
		kind: flow.kind,
		cause: flow.cause,
		asset: flow.asset,
		quantity: flow.amount,
		amount: isWallet ? flow.amount : worthOf(usdPrice, flow.amount),
		flowedAt: flow.at,
	};
}
