/** Stores the decisions of pots in SQLite, as rows that are only added. */
import type { DatabaseSync } from 'node:sqlite';
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import {
	type ChangeEvent,
	type DecidedChange,
	type Decision,
	type DecisionRecord,
	isFinal,
	type PotStore,
	unfinished,
} from '../ports/autopilot-store.ts';
import { changesOf, inTransaction, type Row, rowsOf } from './database.ts';

/** The part of the store that holds decisions. */
export type PotDecisions = Pick<
	PotStore,
	'decide' | 'hasDecided' | 'append' | 'decisions' | 'find' | 'open' | 'lastUrgent' | 'sentSince'
>;

/** Creates the part of the store that holds decisions. */
export function createPotDecisions(database: DatabaseSync): PotDecisions {
	const withEvents = (row: Row): Decision => decisionOf(database, row);
	return {
		decide: async (record, events, alsoAnswers = []) =>
			inTransaction(database, () => {
				if (answer(database, record, record.trigger.key) === 0) return false;
				for (const key of alsoAnswers) answer(database, record, key);
				insert(database, record);
				for (const { change, event } of events) add(database, record.decisionId, change, event);
				return true;
			}),
		hasDecided: async (potId, triggerKey) =>
			rowsOf(database, 'SELECT 1 FROM pot_trigger WHERE pot_id = ? AND trigger_key = ?', potId, triggerKey)
				.length > 0,
		append: async (decisionId, change, event, ends = []) =>
			inTransaction(database, () => {
				const isStored = !hasEnded(database, decisionId, change);
				if (isStored) add(database, decisionId, change, event);
				else link(database, decisionId, event);
				noteEnds(database, ends);
				return isStored;
			}),
		decisions: async (potId, limit) =>
			rowsOf(
				database,
				'SELECT * FROM pot_decision WHERE pot_id = ? ORDER BY seq DESC LIMIT ?',
				potId,
				limit,
			).map(withEvents),
		find: async (decisionId) =>
			rowsOf(database, 'SELECT * FROM pot_decision WHERE decision_id = ?', decisionId).map(withEvents)[0],
		open: async (potId) =>
			rowsOf(
				database,
				`SELECT * FROM pot_decision WHERE pot_id = ? AND json_array_length(changes) >
				 (SELECT count(*) FROM pot_change_event AS e WHERE e.decision_id = pot_decision.decision_id AND is_final = 1)
				 ORDER BY seq`,
				potId,
			)
				.map(withEvents)
				.filter((decision) => unfinished(decision).length > 0),
		lastUrgent: async (potId, kind, exchange) =>
			rowsOf(
				database,
				`SELECT * FROM pot_decision WHERE pot_id = ? AND plan IS NULL AND json_extract(cause, '$.kind') = ?
				 AND json_extract(cause, '$.exchange') = ? ORDER BY seq DESC LIMIT 1`,
				potId,
				kind,
				exchange,
			).map(withEvents)[0],
		// A reduction has no event `sent`: it is sent with its event `begun`, and counts unless it was refused or replaced.
		sentSince: async (potId, since) =>
			rowsOf(
				database,
				`SELECT d.changes, e.change FROM pot_change_event AS e JOIN pot_decision AS d USING (decision_id)
				 WHERE d.pot_id = ? AND e.at >= ? AND (e.kind = 'sent' OR (e.kind = 'begun'
				  AND json_extract(d.changes, '$[' || e.change || '].kind') IN ('close', 'reduce')
				  AND NOT EXISTS (SELECT 1 FROM pot_change_event AS last WHERE last.decision_id = e.decision_id
				   AND last.change = e.change AND last.is_final = 1 AND last.kind <> 'executed')))
				 ORDER BY e.seq`,
				potId,
				since,
			).flatMap((row) => changesIn(row)[Number(row.change)] ?? []),
	};
}

/** Notes that these executions have ended and that no decision needs to answer their end anymore. */
export function noteEnds(database: DatabaseSync, executionIds: readonly string[]): void {
	for (const executionId of executionIds)
		changesOf(database, 'UPDATE pot_execution SET end_noted = 1 WHERE execution_id = ?', executionId);
}

function answer(database: DatabaseSync, { potId, decisionId }: DecisionRecord, key: string): number {
	return changesOf(
		database,
		'INSERT INTO pot_trigger (pot_id, trigger_key, decision_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
		potId,
		key,
		decisionId,
	);
}

function insert(database: DatabaseSync, record: DecisionRecord): void {
	changesOf(
		database,
		`INSERT INTO pot_decision (decision_id, pot_id, at, cause, plan, changes, valid_until)
		 VALUES (?, ?, ?, ?, ?, ?, ?)`,
		record.decisionId,
		record.potId,
		record.at,
		encodePayload(record.trigger),
		record.plan === null ? null : encodePayload(record.plan),
		encodePayload(record.changes),
		record.validUntil,
	);
}

function add(database: DatabaseSync, decisionId: string, change: number, event: ChangeEvent): void {
	changesOf(
		database,
		'INSERT INTO pot_change_event (decision_id, change, at, kind, is_final, event) VALUES (?, ?, ?, ?, ?, ?)',
		decisionId,
		change,
		event.at,
		event.kind,
		isFinal(event) ? 1 : 0,
		encodePayload(event),
	);
	link(database, decisionId, event);
}

/** Makes the execution of an event one of the pot's. */
function link(database: DatabaseSync, decisionId: string, event: ChangeEvent): void {
	if (event.kind === 'executed' || event.kind === 'sent')
		changesOf(
			database,
			`INSERT INTO pot_execution (execution_id, pot_id, since)
			 SELECT ?, pot_id, ? FROM pot_decision WHERE decision_id = ? ON CONFLICT DO NOTHING`,
			event.executionId,
			event.at,
			decisionId,
		);
}

function hasEnded(database: DatabaseSync, decisionId: string, change: number): boolean {
	return (
		rowsOf(
			database,
			'SELECT 1 FROM pot_change_event WHERE decision_id = ? AND change = ? AND is_final = 1',
			decisionId,
			change,
		).length > 0
	);
}

function decisionOf(database: DatabaseSync, row: Row): Decision {
	const decisionId = String(row.decision_id);
	const changes = changesIn(row);
	const events = changes.map((): ChangeEvent[] => []);
	for (const one of rowsOf(
		database,
		'SELECT change, event FROM pot_change_event WHERE decision_id = ? ORDER BY seq',
		decisionId,
	))
		events[Number(one.change)]?.push(decodePayload(String(one.event)) as ChangeEvent);
	return {
		decisionId,
		potId: String(row.pot_id),
		at: Number(row.at),
		trigger: decodePayload(String(row.cause)) as Decision['trigger'],
		plan: row.plan === null ? null : (decodePayload(String(row.plan)) as Decision['plan']),
		changes,
		validUntil: Number(row.valid_until),
		events,
	};
}

function changesIn(row: Row): readonly DecidedChange[] {
	return decodePayload(String(row.changes)) as DecidedChange[];
}
