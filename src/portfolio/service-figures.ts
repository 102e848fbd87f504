/**
 * Keeps totals for the HTTP routes other than JSON-RPC. They are updated when executions change, so that no request
 * has to fold journals again.
 */
import { add, ZERO } from '../domain/decimal.ts';
import { type ExecutionState, isEnded } from '../domain/execution.ts';
import { isShadowUser } from '../domain/ids.ts';
import { openExecutionsOf } from '../domain/user-executions.ts';
import type { Journal } from '../ports/journal.ts';
import type { FiguresReader, ServiceFigures } from '../ports/service-figures.ts';
import { figuresOf } from './execution-figures.ts';
import { percentOf } from './execution-record.ts';
import type { EndedFigures } from './totals.ts';

type Figures = {
	readonly journal: Pick<Journal, 'usersWithExecutions'>;
	readonly ended: Pick<EndedFigures, 'prepare' | 'sums'>;
	/** Returns the executions in memory: all open ones, and those that ended recently. */
	readonly states: () => readonly ExecutionState[];
};

/** Creates the totals across all users. Ended executions are loaded once, and `onChange` keeps the totals current. */
export function createServiceFigures(
	figures: Figures,
): FiguresReader & { readonly onChange: (state: ExecutionState) => void } {
	const { ended } = figures;
	const users = new Set<string>();
	/** The read of all ended executions, which concurrent callers share; undefined before the first call. */
	let reading: Promise<void> | undefined;

	async function readAll(): Promise<void> {
		for (const userId of await figures.journal.usersWithExecutions()) {
			if (isShadowUser(userId)) continue;
			users.add(userId);
			await ended.prepare(userId);
		}
	}

	return {
		async service() {
			reading ??= readAll().catch((error: unknown) => {
				// After a failure, the next caller tries again.
				reading = undefined;
				throw error;
			});
			await reading;
			return serviceFigures(figures, users);
		},
		async funding(userId) {
			await ended.prepare(userId);
			const past = ended.sums(userId);
			const running = openExecutionsOf(figures.states(), userId).map(figuresOf);
			return {
				closed: { received: past.fundingReceived, paid: past.fundingPaid },
				running: {
					received: running.reduce((total, one) => add(total, one.fundingReceived), ZERO),
					paid: running.reduce((total, one) => add(total, one.fundingPaid), ZERO),
				},
			};
		},
		/** Adds the user, because this may be the user's first execution. */
		onChange({ plan }) {
			if (!isShadowUser(plan.userId)) users.add(plan.userId);
		},
	};
}

function serviceFigures({ ended, states }: Figures, users: ReadonlySet<string>): ServiceFigures {
	let volume = ZERO;
	let realized = ZERO;
	let peak = ZERO;
	let deployed = ZERO;
	let trades = 0;
	for (const userId of users) {
		const sums = ended.sums(userId);
		volume = add(volume, sums.volume);
		realized = add(realized, sums.realized);
		peak = add(peak, sums.deployedPeak);
		trades += sums.trades;
	}
	const open = states().filter((state) => !isEnded(state) && !isShadowUser(state.plan.userId));
	for (const figures of open.map(figuresOf)) {
		volume = add(volume, figures.volume);
		trades += figures.trades;
		deployed = add(deployed, figures.deployed);
	}
	return {
		queued: open.filter(({ phase }) => phase === 'queued').length,
		running: open.filter(({ phase }) => phase === 'running').length,
		active: open.length,
		volume,
		trades,
		averageRoi: percentOf(realized, peak),
		deployed,
	};
}
