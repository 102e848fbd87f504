/** Runes alone: one way to hold state. Styles of a component go into a file, for the policy allows none that is inline. */
export default {
	compilerOptions: { runes: true, css: 'external' },
};
