/** Stores the fitted carry model, as one row of JSON. */
import { readCarryModel } from '../domain/carry-model-read.ts';
import type { CarryModelStore } from '../ports/carry-model-store.ts';
import type { SqlDatabase } from './sql-database.ts';

/** Creates the store, which keeps only the latest model. */
export function createCarryModelStore(database: SqlDatabase): CarryModelStore {
	return {
		async load() {
			const [row] = await database.rows('SELECT model FROM carry_model WHERE id = 1');
			return row === undefined ? undefined : readCarryModel(parsed(String(row.model)));
		},
		async save(model, fittedAt) {
			await database.changes(
				`INSERT INTO carry_model (id, fitted_at, model) VALUES (1, ?, ?)
				 ON CONFLICT (id) DO UPDATE SET fitted_at = excluded.fitted_at, model = excluded.model`,
				fittedAt,
				JSON.stringify(model),
			);
		},
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
