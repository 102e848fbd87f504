/** Defines the rule of one layer of the repository. */

/** A layer: its files, and what they may import. */
export type LayerRule = {
	readonly layer: string;
	/** Matches the paths of the layer's files, from the root. */
	readonly files: RegExp;
	/** Other layers that the layer may import. */
	readonly imports: readonly string[];
	/** Single files that the layer may import, although it may not import the layers that they belong to. */
	readonly importsFiles?: readonly string[];
	/** Node's built-in modules that the layer may import, without the prefix `node:`. */
	readonly node: readonly string[] | 'any' | 'none';
	/** npm packages that the layer may import. */
	readonly packages: readonly string[] | 'any' | 'none';
	/** If true, the layer's folders (the first group in `files`) may not import one another. */
	readonly apart?: true;
	readonly why: string;
};
