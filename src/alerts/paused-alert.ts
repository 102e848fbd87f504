/** Builds the alert of a target to which deliveries were paused. */
import { deliveryWords } from '../domain/delivery-words.ts';
import { alertId } from '../domain/ids.ts';
import type { StoredTarget } from '../ports/alert-store.ts';
import type { Alert } from '../ports/alerts.ts';
import { alertWords } from './alert-words.ts';
import { ALERT_TEXT } from './text.ts';

/**
 * Builds the alert.
 * @param failure sentence about the last attempt
 * @param failingSince start of the failed attempts, milliseconds
 */
export function pausedAlert(target: StoredTarget, failure: string, failingSince: number, at: number): Alert {
	const { userId, targetId } = target;
	return {
		alertId: alertId(userId, ['target_paused', targetId, at]),
		userId,
		kind: 'target_paused',
		severity: 'warning',
		raisedAt: at,
		...alertWords(
			ALERT_TEXT.targetPaused({
				target: target.name,
				kind: target.kind,
				shown: target.shown,
				since: failingSince,
				failure: deliveryWords(failure),
			}),
		),
		executionId: null,
		exchange: null,
		facts: { targetId, failingSince: new Date(failingSince).toISOString(), failure },
	};
}
