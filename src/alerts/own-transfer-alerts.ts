/** Tells owners about transfers that the service made between their wallets. The ids follow from the transfers. */
import { alertId } from '../domain/ids.ts';
import type { Alert } from '../ports/alerts.ts';
import type { OwnTransferRecord } from '../ports/own-transfer-service.ts';
import { shownNameOf } from '../venues/facts.ts';
import { alertWords } from './alert-words.ts';
import { figure } from './figures.ts';
import { ALERT_TEXT } from './text.ts';

/** Returns the alert about a transfer's present state; none while there is nothing to say. */
export function ownTransferAlerts(transfer: OwnTransferRecord): readonly Alert[] {
	const { state, userId, clientId, venue, asset, amount, message, changedAt } = transfer;
	if (state === 'intended' || state === 'absent') return [];
	// An accepted transfer is unknown for a moment until the exchange shows it.
	if (state === 'unknown' && message === null) return [];
	const facts = { exchange: shownNameOf(venue), asset, amount };
	const words =
		state === 'done'
			? ALERT_TEXT.ownTransferDone(facts)
			: state === 'unknown'
				? ALERT_TEXT.ownTransferUnknown(facts)
				: ALERT_TEXT.ownTransferRefused({ ...facts, why: message ?? '' });
	return [
		{
			alertId: alertId(userId, ['own_transfer', clientId, state]),
			userId,
			kind: 'margin_transfer',
			severity: state === 'done' ? 'info' : 'warning',
			raisedAt: changedAt,
			...alertWords(words),
			executionId: null,
			exchange: venue,
			facts: { state: `own_transfer_${state}`, transferId: clientId, amount: figure(amount), asset },
		},
	];
}
