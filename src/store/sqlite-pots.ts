/** Stores the pots of the autopilot in SQLite. Settings, plans and events are JSON with exact decimals. */
import type { DatabaseSync } from 'node:sqlite';
import { type Decimal, formatDecimal, parseDecimal } from '../domain/decimal.ts';
import { decodePayload, encodePayload } from '../domain/journal-codec.ts';
import type { Pot, PotSettings } from '../ports/autopilot.ts';
import type { PotSample, PotStore } from '../ports/autopilot-store.ts';
import type { IdempotencyClaim } from '../ports/journal.ts';
import type { Words } from '../sentences/sentence.ts';
import { changesOf, inTransaction, type Row, rowsOf } from './database.ts';
import { THE_USER } from './sqlite-journal.ts';
import { createPotDecisions, noteEnds } from './sqlite-pot-decisions.ts';

/** Creates the store of pots, their decisions and their equity. */
export function createSqlitePotStore(database: DatabaseSync): PotStore {
	return {
		...pots(database),
		...potExecutions(database),
		...createPotDecisions(database),
		...samples(database),
	};
}

function pots(
	database: DatabaseSync,
): Pick<PotStore, 'load' | 'insert' | 'findClaim' | 'setSettings' | 'setState'> {
	return {
		load: async () => rowsOf(database, 'SELECT * FROM pot ORDER BY created_at, pot_id').map(potOf),
		insert: async (added, claim) =>
			inTransaction(database, () => {
				for (const pot of added) insertPot(database, pot);
				if (claim !== undefined) insertClaim(database, claim, added);
			}),
		findClaim: async ({ userId, agentId, key }) =>
			rowsOf(
				database,
				'SELECT * FROM idempotency WHERE user_id = ? AND agent_id = ? AND key = ?',
				userId,
				agentId ?? THE_USER,
				key,
			).map((row) => ({
				userId,
				agentId,
				key,
				paramsHash: String(row.params_hash),
				answer: String(row.answer),
			}))[0],
		async setSettings(potId, settings, at) {
			changesOf(
				database,
				'UPDATE pot SET settings = ?, settings_at = ? WHERE pot_id = ?',
				encodePayload(settings),
				at,
				potId,
			);
		},
		setState: async (potId, { state, reason, at }, seen) =>
			changesOf(
				database,
				`UPDATE pot SET state = ?, state_reason = ?, state_at = ?
				 WHERE pot_id = ? AND state = ifnull(?, state) AND state_at = ifnull(?, state_at)`,
				state,
				wordsText(reason),
				at,
				potId,
				seen?.state ?? null,
				seen?.stateAt ?? null,
			) > 0,
	};
}

/** Links executions to pots. */
function potExecutions(
	database: DatabaseSync,
): Pick<PotStore, 'executions' | 'link' | 'watched' | 'noteEnds'> {
	return {
		async link(potId, executionId, at) {
			changesOf(
				database,
				'INSERT INTO pot_execution (execution_id, pot_id, since) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
				executionId,
				potId,
				at,
			);
		},
		async executions() {
			const found = new Map<string, string[]>();
			for (const row of rowsOf(database, 'SELECT * FROM pot_execution ORDER BY since, execution_id')) {
				const list = found.get(String(row.pot_id)) ?? [];
				list.push(String(row.execution_id));
				found.set(String(row.pot_id), list);
			}
			return found;
		},
		watched: async (potId) =>
			rowsOf(
				database,
				'SELECT execution_id FROM pot_execution WHERE pot_id = ? AND end_noted = 0 ORDER BY since, execution_id',
				potId,
			).map((row) => String(row.execution_id)),
		async noteEnds(executionIds) {
			noteEnds(database, executionIds);
		},
	};
}

function insertPot(database: DatabaseSync, pot: Pot): void {
	changesOf(
		database,
		`INSERT INTO pot (pot_id, user_id, agent_id, trades_as, kind, shadow_of, settings, state, state_reason, state_at, settings_at, created_at)
				 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		pot.potId,
		pot.userId,
		pot.agentId,
		pot.tradesAs,
		pot.kind,
		pot.shadowOf,
		encodePayload(pot.settings),
		pot.state,
		wordsText(pot.stateReason),
		pot.stateAt,
		pot.settingsAt,
		pot.createdAt,
	);
}

function insertClaim(
	database: DatabaseSync,
	{ userId, agentId, key, paramsHash, answer }: IdempotencyClaim,
	[first]: readonly Pot[],
): void {
	changesOf(
		database,
		'INSERT INTO idempotency (user_id, agent_id, key, params_hash, answer, recorded_at) VALUES (?, ?, ?, ?, ?, ?)',
		userId,
		agentId ?? THE_USER,
		key,
		paramsHash,
		answer,
		first?.createdAt ?? 0,
	);
}

function samples(database: DatabaseSync): Pick<PotStore, 'sample' | 'samples' | 'highestProfit'> {
	return {
		async sample(potId, { at, equity, profit }) {
			changesOf(
				database,
				`INSERT INTO pot_sample (pot_id, at, equity, profit) VALUES (?, ?, ?, ?)
				 ON CONFLICT (pot_id, at) DO UPDATE SET equity = excluded.equity, profit = excluded.profit`,
				potId,
				at,
				formatDecimal(equity),
				formatDecimal(profit),
			);
		},
		samples: async (potId, from, limit) =>
			spread(
				rowsOf(database, 'SELECT * FROM pot_sample WHERE pot_id = ? AND at >= ? ORDER BY at', potId, from),
				limit,
			).map(
				(row): PotSample => ({
					at: Number(row.at),
					equity: parseDecimal(String(row.equity)),
					profit: parseDecimal(String(row.profit)),
				}),
			),
		highestProfit: async (potId, from) =>
			rowsOf(database, 'SELECT profit FROM pot_sample WHERE pot_id = ? AND at >= ?', potId, from)
				.map((row) => parseDecimal(String(row.profit)))
				.reduce<Decimal | undefined>(
					(most, one) => (most === undefined || one > most ? one : most),
					undefined,
				),
	};
}

/** Returns at most `limit` of the rows, spread evenly, with the first and the last. */
function spread(rows: readonly Row[], limit: number): readonly Row[] {
	if (rows.length <= limit) return rows;
	return Array.from({ length: limit }, (_, n) => Math.round((n * (rows.length - 1)) / (limit - 1)))
		.map((at) => rows[at])
		.filter((row) => row !== undefined);
}

function potOf(row: Row): Pot {
	return {
		potId: String(row.pot_id),
		userId: String(row.user_id),
		agentId: row.agent_id === null ? null : String(row.agent_id),
		tradesAs: String(row.trades_as),
		kind: row.kind as Pot['kind'],
		shadowOf: row.shadow_of === null ? null : String(row.shadow_of),
		settings: decodePayload(String(row.settings)) as PotSettings,
		state: row.state as Pot['state'],
		stateReason: row.state_reason === null ? null : (decodePayload(String(row.state_reason)) as Words),
		stateAt: Number(row.state_at),
		settingsAt: row.settings_at === null ? null : Number(row.settings_at),
		createdAt: Number(row.created_at),
	};
}

function wordsText(words: Words | null): string | null {
	return words === null ? null : encodePayload(words);
}
