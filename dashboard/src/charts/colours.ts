/** Reads the page's current colours, which a canvas needs as values. */

/** Colours of the style sheet in the page's current scheme. */
export type Colours = {
	/** Returns the colour of a style sheet variable such as `--accent`. `opacity` is from 0 to 1. */
	of(variable: string, opacity?: number): string;
};

/**
 * Resolves colour variables through an element of the page. Each variable contains one colour per scheme, and only
 * the browser selects the current one.
 */
export function coloursOf(box: HTMLElement): Colours {
	const known = new Map<string, string>();
	function resolved(variable: string): string {
		const probe = document.createElement('span');
		probe.hidden = true;
		probe.style.color = `var(${variable})`;
		box.append(probe);
		const { color } = getComputedStyle(probe);
		probe.remove();
		return color;
	}
	return {
		of(variable, opacity = 1) {
			const colour = known.get(variable) ?? resolved(variable);
			known.set(variable, colour);
			const [red, green, blue] = colour.match(/[\d.]+/g) ?? [];
			return opacity === 1 || blue === undefined ? colour : `rgba(${red}, ${green}, ${blue}, ${opacity})`;
		},
	};
}
