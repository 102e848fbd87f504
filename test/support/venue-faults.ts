/** Fault rates of a faulty venue. Each is the probability of the fault, from 0 to 1. */
export type FaultRates = {
	readonly lostRequest: number;
	readonly lateRequest: number;
	readonly lostAnswer: number;
	readonly rejected: number;
	/** Fraction of rejections that are temporary, so that a retry may succeed. */
	readonly passing: number;
	readonly unfilled: number;
	readonly partial: number;
	readonly readFails: number;
};

export const NO_FAULTS: FaultRates = {
	lostRequest: 0,
	lateRequest: 0,
	lostAnswer: 0,
	rejected: 0,
	passing: 0,
	unfilled: 0,
	partial: 0,
	readFails: 0,
};
