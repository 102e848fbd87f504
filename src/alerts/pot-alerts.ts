/** Raises the alerts of pots. The id of each follows from its event, so a restart repeats none. */
import { spoken } from '../domain/english.ts';
import { alertId } from '../domain/ids.ts';
import type { Alert, AlertSeverity } from '../ports/alerts.ts';
import type { Pot } from '../ports/autopilot.ts';
import type { DecisionRecord } from '../ports/autopilot-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { PotAlerts } from '../ports/pot-alerts.ts';
import { autopilot } from '../sentences/autopilot.ts';
import type { Words } from '../sentences/sentence.ts';
import { shownNameOf } from '../venues/facts.ts';
import { alertWords } from './alert-words.ts';

const AUTOPILOT_TEXT = spoken('autopilot', autopilot);

type Content = {
	readonly severity: AlertSeverity;
	readonly message: Words;
	readonly event: readonly (string | number)[];
	readonly facts: Readonly<Record<string, unknown>>;
};

/** Creates the alerts of pots. `raise` stores and delivers them; its failures are its own. */
export function createPotAlerts(parts: {
	readonly raise: (alerts: readonly Alert[]) => void;
	readonly clock: Clock;
}): PotAlerts {
	const raise = (pot: Pot, { severity, message, event, facts }: Content): void =>
		parts.raise([
			{
				alertId: alertId(pot.userId, ['autopilot', pot.potId, ...event]),
				userId: pot.userId,
				kind: 'autopilot',
				severity,
				raisedAt: parts.clock.now(),
				...alertWords(message),
				executionId: null,
				exchange: null,
				facts: { potId: pot.potId, ...facts },
			},
		]);
	return {
		decided(pot, decision, count) {
			const { decisionId, trigger } = decision;
			// A decision without a plan cannot wait, such as a reduction at a thin margin.
			const suggests = pot.settings.mode === 'suggest' && decision.plan !== null;
			raise(pot, {
				severity: suggests || isReducingMargin(decision) ? 'warning' : 'info',
				message: decidedMessage(pot, decision, count),
				event: ['decided', decisionId],
				facts: { state: suggests ? 'suggested' : 'decided', decisionId, trigger: trigger.kind, count },
			});
		},
		refused(pot, { decisionId, changes }, n, { code, message }) {
			const change = changes[n];
			if (change === undefined) return;
			const { kind, coin } = change;
			raise(pot, {
				severity: 'warning',
				message: AUTOPILOT_TEXT.refused({ pot: pot.settings.name, kind, coin, why: message }),
				event: ['refused', decisionId, n],
				facts: { state: 'refused', decisionId, change: n, code },
			});
		},
		drawdown(pot, at, why) {
			raise(pot, {
				severity: 'critical',
				message: AUTOPILOT_TEXT.stoppedByDrawdown({ pot: pot.settings.name, why }),
				event: ['drawdown', at],
				facts: { state: 'drawdown' },
			});
		},
		waits(pot, triggerKey, why) {
			raise(pot, {
				severity: 'warning',
				message: AUTOPILOT_TEXT.waits({ pot: pot.settings.name, why }),
				event: ['waits', triggerKey],
				facts: { state: 'waits' },
			});
		},
		ended(pot, at) {
			raise(pot, {
				severity: 'info',
				message: AUTOPILOT_TEXT.ended({ pot: pot.settings.name }),
				event: ['ended', at],
				facts: { state: 'ended' },
			});
		},
	};
}

function decidedMessage({ settings }: Pot, decision: DecisionRecord, count: number): Words {
	const { plan, trigger, validUntil } = decision;
	const named = { pot: settings.name, count };
	if (plan !== null)
		return settings.mode === 'suggest'
			? AUTOPILOT_TEXT.suggested({ ...named, until: validUntil })
			: AUTOPILOT_TEXT.decided(named);
	return isReducingMargin(decision)
		? AUTOPILOT_TEXT.reducesMargin({ ...named, exchange: shownNameOf(trigger.exchange ?? '') })
		: AUTOPILOT_TEXT.closesNow(named);
}

function isReducingMargin({ plan, trigger }: DecisionRecord): boolean {
	return plan === null && trigger.kind === 'margin_alarm';
}
