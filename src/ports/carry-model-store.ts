/** Stores the latest fitted carry model across restarts. */
import type { CarryModel } from '../domain/carry-model.ts';

/** Stores only the latest fitted carry model. */
export interface CarryModelStore {
	/** Undefined if none was fitted yet, or if the stored one has the shape of another version. */
	load(): Promise<CarryModel | undefined>;
	/** Rejects if it cannot be written; then the previous model stays. */
	save(model: CarryModel, fittedAt: number): Promise<void>;
}
