/** Stores the decisions of pots, as rows that are only added. */
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import { isReduction } from '../ports/autopilot.ts';
import {
	type ChangeEvent,
	type DecidedChange,
	type Decision,
	type DecisionRecord,
	isFinal,
	type PotStore,
	unfinished,
} from '../ports/autopilot-store.ts';
import {
	changesOf,
	marksOf,
	type Row,
	rowsOf,
	type SqlDatabase,
	type SqlValue,
	type Steps,
} from './sql-database.ts';

/** The part of the store that adds decisions and their events. */
type Additions = Pick<PotStore, 'decide' | 'append'>;
/** The part of the store that reads decisions. */
type Readings = Pick<PotStore, 'hasDecided' | 'decisions' | 'find' | 'open' | 'lastUrgent' | 'sentSince'>;

/** The part of the store that holds decisions. */
export type PotDecisions = Additions & Readings;

/**
 * Member of `DecidedChange`, in the JSON of each change. A decision has at least as many of these as changes, and both
 * databases can count them.
 */
const OF_EACH_CHANGE = '"remaining":';

/** Creates the part of the store that holds decisions. */
export function createPotDecisions(database: SqlDatabase): PotDecisions {
	return { ...additions(database), ...readings(database) };
}

function additions(database: SqlDatabase): Additions {
	return {
		decide: (record, events, alsoAnswers = []) =>
			database.transaction(function* () {
				if ((yield* answer(record, record.trigger.key)) === 0) return false;
				for (const key of alsoAnswers) yield* answer(record, key);
				yield* insert(record);
				for (const { change, event } of events) yield* add(record.decisionId, change, event);
				return true;
			}),
		append: (decisionId, change, event, ends = []) =>
			database.transaction(function* () {
				const isStored = !(yield* hasEnded(decisionId, change));
				if (isStored) yield* add(decisionId, change, event);
				else yield* link(decisionId, event);
				yield* noteEnds(ends);
				return isStored;
			}),
	};
}

function readings(database: SqlDatabase): Readings {
	const read = async (sql: string, ...values: SqlValue[]): Promise<readonly Decision[]> =>
		withEvents(database, await database.rows(sql, ...values));
	const find = async (decisionId: string): Promise<Decision | undefined> =>
		(await read('SELECT * FROM pot_decision WHERE decision_id = ?', decisionId))[0];
	return {
		hasDecided: async (potId, triggerKey) =>
			(
				await database.rows(
					'SELECT 1 FROM pot_trigger WHERE pot_id = ? AND trigger_key = ?',
					potId,
					triggerKey,
				)
			).length > 0,
		decisions: (potId, limit) =>
			read('SELECT * FROM pot_decision WHERE pot_id = ? ORDER BY seq DESC LIMIT ?', potId, limit),
		find,
		open: async (potId) =>
			(
				await read(
					`SELECT * FROM pot_decision WHERE pot_id = ?
					 AND length(changes) - length(replace(changes, '${OF_EACH_CHANGE}', '')) > ${OF_EACH_CHANGE.length} *
					 (SELECT count(*) FROM pot_change_event AS e WHERE e.decision_id = pot_decision.decision_id AND e.is_final = 1)
					 ORDER BY seq`,
					potId,
				)
			).filter((decision) => unfinished(decision).length > 0),
		async lastUrgent(potId, kind, exchange) {
			const urgent = await database.rows(
				'SELECT decision_id, cause FROM pot_decision WHERE pot_id = ? AND plan IS NULL ORDER BY seq DESC',
				potId,
			);
			const last = urgent.find((row) => {
				const trigger = triggerIn(row);
				return trigger.kind === kind && trigger.exchange === exchange;
			});
			return last === undefined ? undefined : find(String(last.decision_id));
		},
		// A reduction has no event `sent`: it is sent with its event `begun`, and counts unless it was refused or replaced.
		sentSince: async (potId, since) =>
			(
				await database.rows(
					`SELECT d.changes, e.change, e.kind FROM pot_change_event AS e JOIN pot_decision AS d USING (decision_id)
					 WHERE d.pot_id = ? AND e.at >= ? AND (e.kind = 'sent' OR (e.kind = 'begun'
					  AND NOT EXISTS (SELECT 1 FROM pot_change_event AS last WHERE last.decision_id = e.decision_id
					   AND last.change = e.change AND last.is_final = 1 AND last.kind <> 'executed')))
					 ORDER BY e.seq`,
					potId,
					since,
				)
			).flatMap((row) => {
				const change = changesIn(row)[Number(row.change)];
				return change !== undefined && (row.kind === 'sent' || isReduction(change.kind)) ? [change] : [];
			}),
	};
}

/** Notes that these executions have ended and that no decision needs to answer their end anymore. */
export function* noteEnds(executionIds: readonly string[]): Steps<void> {
	for (const executionId of executionIds)
		yield* changesOf('UPDATE pot_execution SET end_noted = 1 WHERE execution_id = ?', executionId);
}

function answer({ potId, decisionId }: DecisionRecord, key: string): Steps<number> {
	return changesOf(
		'INSERT INTO pot_trigger (pot_id, trigger_key, decision_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
		potId,
		key,
		decisionId,
	);
}

function insert(record: DecisionRecord): Steps<number> {
	return changesOf(
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

function* add(decisionId: string, change: number, event: ChangeEvent): Steps<void> {
	yield* changesOf(
		'INSERT INTO pot_change_event (decision_id, change, at, kind, is_final, event) VALUES (?, ?, ?, ?, ?, ?)',
		decisionId,
		change,
		event.at,
		event.kind,
		isFinal(event) ? 1 : 0,
		encodePayload(event),
	);
	yield* link(decisionId, event);
}

/** Makes the execution of an event one of the pot's. */
function* link(decisionId: string, event: ChangeEvent): Steps<void> {
	if (event.kind === 'executed' || event.kind === 'sent')
		yield* changesOf(
			`INSERT INTO pot_execution (execution_id, pot_id, since)
			 SELECT CAST(? AS TEXT), pot_id, CAST(? AS BIGINT) FROM pot_decision WHERE decision_id = ? ON CONFLICT DO NOTHING`,
			event.executionId,
			event.at,
			decisionId,
		);
}

function* hasEnded(decisionId: string, change: number): Steps<boolean> {
	const ends = yield* rowsOf(
		'SELECT 1 FROM pot_change_event WHERE decision_id = ? AND change = ? AND is_final = 1',
		decisionId,
		change,
	);
	return ends.length > 0;
}

/** Adds their events to decisions. Decisions never change, so events that were added meanwhile fit to them. */
async function withEvents(database: SqlDatabase, rows: readonly Row[]): Promise<readonly Decision[]> {
	if (rows.length === 0) return [];
	const ids = rows.map(idIn);
	const events = Map.groupBy(
		await database.rows(
			`SELECT decision_id, change, event FROM pot_change_event WHERE decision_id IN (${marksOf(ids)})
			 ORDER BY decision_id, change, seq`,
			...ids,
		),
		idIn,
	);
	return rows.map((row) => decisionOf(row, events.get(idIn(row)) ?? []));
}

function decisionOf(row: Row, eventRows: readonly Row[]): Decision {
	const changes = changesIn(row);
	const events = changes.map((): ChangeEvent[] => []);
	for (const one of eventRows)
		events[Number(one.change)]?.push(decodePayload(String(one.event)) as ChangeEvent);
	return {
		decisionId: idIn(row),
		potId: String(row.pot_id),
		at: Number(row.at),
		trigger: triggerIn(row),
		plan: row.plan === null ? null : (decodePayload(String(row.plan)) as Decision['plan']),
		changes,
		validUntil: Number(row.valid_until),
		events,
	};
}

function idIn(row: Row): string {
	return String(row.decision_id);
}

function triggerIn(row: Row): Decision['trigger'] {
	return decodePayload(String(row.cause)) as Decision['trigger'];
}

function changesIn(row: Row): readonly DecidedChange[] {
	return decodePayload(String(row.changes)) as DecidedChange[];
}
