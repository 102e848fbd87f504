/** Where the model of carry that was fitted last is kept over restarts. */
import type { CarryModel } from '../domain/carry-model.ts';

/** Keeps the one model of carry that was fitted last. */
export interface CarryModelStore {
	/** Undefined when none was fitted yet, or what is kept is of another shape than this version's. */
	load(): Promise<CarryModel | undefined>;
	/** Rejects when it cannot be written; then the one before is kept. */
	save(model: CarryModel, fittedAt: number): Promise<void>;
}
