/** Lists the components of the two scores, with their names and meanings. */
import { text } from './text.ts';

export type ComponentShown = {
	readonly key: string;
	readonly name: string;
	readonly meaning: string;
	readonly value: number | null;
};

/** Returns one score's components in the service's order. A component without a text is named by its key. */
export function componentsOf(
	components: Readonly<Record<string, number | null>>,
	score: 'liquidity' | 'risk',
): readonly ComponentShown[] {
	const texts: Readonly<Record<string, readonly [name: string, meaning: string]>> = text.components;
	return Object.entries(components)
		.filter(([key]) => key.startsWith(`${score}.`))
		.map(([key, value]) => {
			const [name, meaning] = texts[key] ?? [key.slice(score.length + 1).replaceAll('_', ' '), ''];
			return { key, value, name, meaning };
		});
}
