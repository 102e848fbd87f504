/** Limits of a policy's process. */

/** Limits of a policy's process. */
export type PolicyLimits = {
	/** Real time that the policy may compute between an answer and its next request, ms. */
	readonly stepMs: number;
	/** Memory of its JavaScript objects, MB. */
	readonly memoryMb: number;
	/** Most requests at one instant of virtual time. */
	readonly stillRequests: number;
	/** Lines that it may print; further lines are left out. */
	readonly lines: number;
};

/** Default limits. A policy that needs more is most likely in an endless loop. */
export const POLICY_LIMITS: PolicyLimits = {
	stepMs: 30_000,
	memoryMb: 256,
	stillRequests: 100_000,
	lines: 20_000,
};
