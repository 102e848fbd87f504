/** Finds by how much held pairs can be closed at both ends at once: a maximum flow from sales to covers. Pure. */

/** A held pair as an edge from the leg that is sold to the leg that is covered. */
export type FlowEdge = { readonly from: string; readonly to: string; readonly capacity: number };

/** Flows below this are rounding errors, USD. */
const DUST = 1e-9;

/**
 * Returns the flow of each edge in a maximum flow. Earlier edges are used first.
 * @param supplies largest flow out of each start
 * @param demands largest flow into each end
 */
export function closingFlow(
	edges: readonly FlowEdge[],
	supplies: ReadonlyMap<string, number>,
	demands: ReadonlyMap<string, number>,
): readonly number[] {
	const flows = edges.map(() => 0);
	const left = { supply: new Map(supplies), demand: new Map(demands) };
	for (;;) {
		const path = findPath(edges, flows, left);
		if (path === undefined) return flows;
		const [start, end] = [startOf(edges, path), endOf(edges, path)];
		const supply = left.supply.get(start) as number;
		const demand = left.demand.get(end) as number;
		const amount = Math.min(
			supply,
			demand,
			...path.map(({ edge, isBack }) =>
				isBack ? (flows[edge] as number) : (edges[edge] as FlowEdge).capacity - (flows[edge] as number),
			),
		);
		for (const { edge, isBack } of path) flows[edge] = (flows[edge] as number) + (isBack ? -amount : amount);
		left.supply.set(start, supply - amount);
		left.demand.set(end, demand - amount);
	}
}

function startOf(edges: readonly FlowEdge[], path: readonly Step[]): string {
	const [{ edge }] = path as [Step];
	return (edges[edge] as FlowEdge).from;
}

function endOf(edges: readonly FlowEdge[], path: readonly Step[]): string {
	const { edge } = path.at(-1) as Step;
	return (edges[edge] as FlowEdge).to;
}

type Step = {
	readonly edge: number;
	/** True if the path takes flow away from the edge. */
	readonly isBack: boolean;
};

/** Finds the shortest path from a start with supply to an end with demand, along which more can flow. */
function findPath(
	edges: readonly FlowEdge[],
	flows: readonly number[],
	left: { readonly supply: ReadonlyMap<string, number>; readonly demand: ReadonlyMap<string, number> },
): readonly Step[] | undefined {
	type Reached = { readonly side: 'from' | 'to'; readonly leg: string; readonly path: readonly Step[] };
	const queue: Reached[] = [...left.supply]
		.filter(([, supply]) => supply > DUST)
		.map(([leg]) => ({ side: 'from', leg, path: [] }));
	const seen = new Set(queue.map(({ side, leg }) => `${side} ${leg}`));
	for (let at = 0; at < queue.length; at += 1) {
		const { side, leg, path } = queue[at] as Reached;
		if (side === 'to' && (left.demand.get(leg) ?? 0) > DUST) return path;
		for (const [edge, { from, to, capacity }] of edges.entries()) {
			const flow = flows[edge] as number;
			const isOpen = side === 'from' ? capacity - flow > DUST : flow > DUST;
			if (!isOpen || leg !== (side === 'from' ? from : to)) continue;
			const next: Reached = {
				side: side === 'from' ? 'to' : 'from',
				leg: side === 'from' ? to : from,
				path: [...path, { edge, isBack: side === 'to' }],
			};
			const key = `${next.side} ${next.leg}`;
			if (seen.has(key)) continue;
			seen.add(key);
			queue.push(next);
		}
	}
	return undefined;
}
