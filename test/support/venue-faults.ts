/** Fault rates of a faulty venue, each as the share of cases in which the fault occurs. */
export type FaultRates = {
	readonly lostRequest: number;
	readonly lateRequest: number;
	readonly lostAnswer: number;
	readonly rejected: number;
	/** Share of the rejections that are temporary. */
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
