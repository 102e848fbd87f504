/** Stores alerts, their targets and their deliveries. Every write is one transaction, durable when it resolves. */
import { camelNamed, snakeNamed } from '../domain/snake-case.ts';
import type {
	AlertBatch,
	AlertStore,
	AlertsAtStart,
	DropSelection,
	StandingCondition,
	StoredTarget,
	TargetChange,
} from '../ports/alert-store.ts';
import {
	type AlertDelivery,
	type AlertQuery,
	type AlertTarget,
	type AlertWithDeliveries,
	DELIVERY_STATES,
} from '../ports/alert-targets.ts';
import { ALERT_SEVERITIES, type Alert, type AlertSeverity } from '../ports/alerts.ts';
import { followWhole, type JournalFollower } from './journal-follower.ts';
import {
	changesOf,
	marksOf,
	NO_LIMIT,
	ownedRows,
	type Row,
	rowsOf,
	type SqlDatabase,
	type SqlValue,
	type Steps,
} from './sql-database.ts';

const TARGET_COLUMNS: Readonly<Record<keyof TargetChange, string>> = {
	pausedAt: 'paused_at',
	failingSince: 'failing_since',
	failure: 'failure',
	lastDeliveredAt: 'last_delivered_at',
	droppedSaid: 'dropped_said',
	confirmedAt: 'confirmed_at',
	name: 'name',
	kinds: 'kinds',
	leastSeverity: 'least_severity',
};

/**
 * Creates the store for alerts, open conditions, targets and deliveries. @param owner the user whose conditions and
 * targets are read at the start; undefined for those of all users
 */
export function createAlertStore(
	database: SqlDatabase,
	follower: JournalFollower = followWhole(database),
	owner?: string,
): AlertStore {
	return { ...alertsOf(database, follower, owner), ...targetsOf(database), ...deliveriesOf(database) };
}

type Targets = Pick<AlertStore, 'insertTarget' | 'removeTarget'>;
type Deliveries = Pick<AlertStore, 'nextWaiting' | 'waitingCount' | 'drop' | 'settle'>;

function alertsOf(
	database: SqlDatabase,
	follower: JournalFollower,
	owner: string | undefined,
): Omit<AlertStore, keyof Targets | keyof Deliveries> {
	return {
		record: (batch) => database.transaction(() => record(follower, batch)),
		atStart: () => database.transaction(() => alertsAtStart(follower, owner)),
		journalMarks: follower.marks,
		endedSince: async (userId, since, begunBefore) =>
			(
				await database.rows(
					'SELECT execution_id FROM execution WHERE user_id = ? AND ended = 1 AND closed_at >= ? AND created_at < ? ORDER BY closed_at, execution_id',
					userId,
					since,
					begunBefore,
				)
			).map((row) => String(row.execution_id)),
		recent: async (userId, limit) =>
			(
				await database.rows('SELECT * FROM alert WHERE user_id = ? ORDER BY seq DESC LIMIT ?', userId, limit)
			).map(alertOf),
		recentAlerts: (userId, query) => database.transaction(() => selectedAlerts(userId, query)),
		has: async (alertId) =>
			(await database.rows('SELECT 1 FROM alert WHERE alert_id = ?', alertId)).length > 0,
		async prune(before) {
			await database.changes('DELETE FROM alert WHERE raised_at < ?', before);
		},
	};
}

function targetsOf(database: SqlDatabase): Targets {
	return {
		async insertTarget(target) {
			await database.changes(
				`INSERT INTO alert_target (target_id, user_id, kind, name, shown, sealed, kinds, least_severity, created_at, confirmed_at, dropped, dropped_said)
				 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0)`,
				target.targetId,
				target.userId,
				target.kind,
				target.name,
				target.shown,
				target.sealed,
				target.kinds === null ? null : JSON.stringify(target.kinds),
				target.leastSeverity,
				target.createdAt,
				target.confirmedAt,
			);
		},
		async removeTarget(targetId) {
			await database.changes('DELETE FROM alert_target WHERE target_id = ?', targetId);
		},
	};
}

function deliveriesOf(database: SqlDatabase): Deliveries {
	return {
		async nextWaiting(targetId, least) {
			const severities = severitiesFrom(least);
			const [row] = await database.rows(
				`SELECT alert.*, delivery.attempts FROM alert_delivery AS delivery JOIN alert ON alert.seq = delivery.alert_seq
				 WHERE target_id = ? AND state = 'waiting' AND severity IN (${marksOf(severities)}) ORDER BY alert_seq LIMIT 1`,
				targetId,
				...severities,
			);
			return row === undefined
				? undefined
				: { seq: Number(row.seq), alert: alertOf(row), attempts: Number(row.attempts) };
		},
		async waitingCount(targetId) {
			const [count] = await database.rows(
				"SELECT count(*) AS n FROM alert_delivery WHERE target_id = ? AND state = 'waiting'",
				targetId,
			);
			return Number(count?.n ?? 0);
		},
		drop: (targetId, which, reason, at) =>
			database.transaction(function* () {
				const [those, value] = droppedRows(which);
				const dropped = yield* changesOf(
					`UPDATE alert_delivery SET state = 'dropped', failure = ?, ended_at = ? WHERE target_id = ? AND alert_seq IN (
						SELECT alert_seq FROM alert_delivery WHERE target_id = ? AND state = 'waiting' ${those})`,
					reason,
					at,
					targetId,
					targetId,
					value,
				);
				if (dropped > 0)
					yield* changesOf(
						'UPDATE alert_target SET dropped = dropped + ? WHERE target_id = ?',
						dropped,
						targetId,
					);
				return dropped;
			}),
		settle: ({ targetId, seq, state, failure, at, change }) =>
			database.transaction(function* () {
				yield* changesOf(
					`UPDATE alert_delivery SET state = ?, failure = ?, attempts = attempts + 1, attempted_at = ?, ended_at = ?
					 WHERE target_id = ? AND alert_seq = ? AND state = 'waiting'`,
					state,
					failure,
					at,
					state === 'waiting' ? null : at,
					targetId,
					seq,
				);
				yield* changeTarget(targetId, change);
			}),
	};
}

/** Returns the selected alerts with the selected deliveries; undefined if `before` names no alert of the user. */
function* selectedAlerts(userId: string, query: AlertQuery): Steps<AlertWithDeliveries[] | undefined> {
	const conditions: [sql: string, ...values: SqlValue[]][] = [['user_id = ?', userId]];
	if (query.before !== undefined) {
		const before = 'SELECT seq FROM alert WHERE alert_id = ? AND user_id = ?';
		const seq = (yield* rowsOf(before, query.before, userId))[0]?.seq;
		if (seq === undefined) return undefined;
		conditions.push(['seq < ?', Number(seq)]);
	}
	const { kinds, leastSeverity, from, until } = query;
	if (kinds !== undefined) conditions.push([`kind IN (${marksOf(kinds)})`, ...kinds]);
	if (leastSeverity !== undefined) {
		const severities = severitiesFrom(leastSeverity);
		conditions.push([`severity IN (${marksOf(severities)})`, ...severities]);
	}
	if (from !== undefined) conditions.push(['raised_at >= ?', from]);
	if (until !== undefined) conditions.push(['raised_at < ?', until]);
	const [delivered, ...deliveredTo] = deliveryCondition(query);
	if (deliveredTo.length > 0)
		conditions.push([
			`EXISTS (SELECT 1 FROM alert_delivery AS delivery WHERE alert_seq = alert.seq ${delivered})`,
			...deliveredTo,
		]);
	const selected = `FROM alert WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY seq DESC LIMIT ?`;
	const values = [...conditions.flatMap(([, ...those]) => those), query.limit];
	const alerts = yield* rowsOf(`SELECT * ${selected}`, ...values);
	const deliveries = Map.groupBy(
		yield* rowsOf(
			`SELECT delivery.* FROM alert_delivery AS delivery JOIN alert_target USING (target_id)
			 WHERE alert_seq IN (SELECT seq ${selected}) ${delivered} ORDER BY created_at, target_id`,
			...values,
			...deliveredTo,
		),
		(row) => row.alert_seq,
	);
	return alerts.map((row) => ({
		alert: alertOf(row),
		deliveries: (deliveries.get(row.seq) ?? []).map(deliveryOf),
	}));
}

function deliveryCondition({ targetId, deliveryState }: AlertQuery): [sql: string, ...values: string[]] {
	return [
		`${targetId === undefined ? '' : 'AND delivery.target_id = ?'} ${deliveryState === undefined ? '' : 'AND delivery.state = ?'}`,
		...[targetId, deliveryState].filter((value) => value !== undefined),
	];
}

function droppedRows(which: DropSelection): [sql: string, value: number] {
	if ('beyond' in which) return [`ORDER BY alert_seq DESC LIMIT ${NO_LIMIT} OFFSET ?`, which.beyond];
	if ('raisedBefore' in which)
		return ['AND (SELECT raised_at FROM alert WHERE seq = alert_seq) < ?', which.raisedBefore];
	return [
		`AND (SELECT severity FROM alert WHERE seq = alert_seq) <> 'critical' ORDER BY alert_seq DESC LIMIT ${NO_LIMIT} OFFSET ?`,
		which.uncriticalBeyond,
	];
}

function severitiesFrom(least: AlertSeverity): readonly AlertSeverity[] {
	return ALERT_SEVERITIES.slice(ALERT_SEVERITIES.indexOf(least));
}

/** Stores an alert, and returns its sequence number; undefined if it is already stored. */
function* insertAlert(alert: Alert): Steps<number | undefined> {
	const [row] = yield* rowsOf(
		`INSERT INTO alert (alert_id, user_id, kind, severity, raised_at, message, execution_id, exchange, facts)
		 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (alert_id) DO NOTHING RETURNING seq`,
		alert.alertId,
		alert.userId,
		alert.kind,
		alert.severity,
		alert.raisedAt,
		alert.message,
		alert.executionId,
		alert.exchange,
		JSON.stringify(snakeNamed({ ...alert.facts, sentence: alert.sentence })),
	);
	return row === undefined ? undefined : Number(row.seq);
}

/** Queues a delivery, unless the target has been removed. */
function* queue(seq: number, targetId: string): Steps<void> {
	yield* changesOf(
		`INSERT INTO alert_delivery (target_id, alert_seq, state, attempts)
		 SELECT target_id, CAST(? AS BIGINT), 'waiting', 0 FROM alert_target WHERE target_id = ?`,
		seq,
		targetId,
	);
}

function* changeTarget(targetId: string, change: TargetChange): Steps<void> {
	const columns = Object.entries(change) as [keyof TargetChange, TargetChange[keyof TargetChange]][];
	if (columns.length === 0) return;
	yield* changesOf(
		`UPDATE alert_target SET ${columns.map(([name]) => `${TARGET_COLUMNS[name]} = ?`).join(', ')} WHERE target_id = ?`,
		...columns.map(([, value]) =>
			typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null),
		),
		targetId,
	);
}

function* record(
	follower: JournalFollower,
	{ alerts, began = [], over = [], journalReadTo, targets = [] }: AlertBatch,
): Steps<Alert[]> {
	const fresh: Alert[] = [];
	for (const { alert, targetIds } of alerts) {
		const seq = yield* insertAlert(alert);
		if (seq === undefined) continue;
		fresh.push(alert);
		for (const targetId of targetIds) yield* queue(seq, targetId);
	}
	for (const { userId, kind, thing, since } of began)
		yield* changesOf(
			'INSERT INTO alert_standing (user_id, kind, thing, since) VALUES (?, ?, ?, ?)',
			userId,
			kind,
			thing,
			since,
		);
	for (const { userId, kind, thing } of over)
		yield* changesOf(
			'DELETE FROM alert_standing WHERE user_id = ? AND kind = ? AND thing = ?',
			userId,
			kind,
			thing,
		);
	if (journalReadTo !== undefined) yield* follower.noteReadTo(journalReadTo);
	for (const { targetId, change } of targets) yield* changeTarget(targetId, change);
	return fresh;
}

/** Reads the conditions, the targets and the place in the journal from which alerting continues. */
export function* alertsAtStart(follower: JournalFollower, owner?: string): Steps<AlertsAtStart> {
	const { where, values } = ownedRows(owner);
	const standing = yield* rowsOf(
		`SELECT * FROM alert_standing ${where} ORDER BY since, user_id, kind, thing`,
		...values,
	);
	const targets = yield* rowsOf(
		`SELECT * FROM alert_target ${where} ORDER BY created_at, target_id`,
		...values,
	);
	return {
		standing: standing.map(standingOf),
		journalReadTo: yield* follower.readTo(),
		targets: targets.map(targetOf),
	};
}

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));
const textOrNull = (value: unknown): string | null => (value === null ? null : String(value));

/** Reads an alert. The column `facts` also holds the parts of its message. */
function alertOf(row: Row): Alert {
	const { sentence, ...facts } = camelNamed(JSON.parse(String(row.facts))) as Alert['facts'];
	return {
		alertId: String(row.alert_id),
		userId: String(row.user_id),
		kind: String(row.kind) as Alert['kind'],
		severity: String(row.severity) as Alert['severity'],
		raisedAt: Number(row.raised_at),
		message: String(row.message),
		executionId: textOrNull(row.execution_id),
		exchange: textOrNull(row.exchange),
		...(sentence === undefined ? {} : { sentence: sentence as NonNullable<Alert['sentence']> }),
		facts,
	};
}

function targetOf(row: Row): StoredTarget {
	return {
		targetId: String(row.target_id),
		userId: String(row.user_id),
		kind: String(row.kind) as AlertTarget['kind'],
		name: String(row.name),
		shown: String(row.shown),
		sealed: String(row.sealed),
		kinds: row.kinds === null ? null : (JSON.parse(String(row.kinds)) as AlertTarget['kinds']),
		leastSeverity: String(row.least_severity) as AlertTarget['leastSeverity'],
		createdAt: Number(row.created_at),
		confirmedAt: numberOrNull(row.confirmed_at),
		pausedAt: numberOrNull(row.paused_at),
		failingSince: numberOrNull(row.failing_since),
		failure: textOrNull(row.failure),
		lastDeliveredAt: numberOrNull(row.last_delivered_at),
		dropped: Number(row.dropped),
		droppedSaid: Number(row.dropped_said),
	};
}

function deliveryOf(row: Row): AlertDelivery {
	return {
		targetId: String(row.target_id),
		state: DELIVERY_STATES.find((state) => state === row.state) ?? 'waiting',
		attempts: Number(row.attempts),
		attemptedAt: numberOrNull(row.attempted_at),
		endedAt: numberOrNull(row.ended_at),
		failure: textOrNull(row.failure),
	};
}

function standingOf(row: Row): StandingCondition {
	return {
		userId: String(row.user_id),
		kind: String(row.kind) as StandingCondition['kind'],
		thing: String(row.thing),
		since: Number(row.since),
	};
}
