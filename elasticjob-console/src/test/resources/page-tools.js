/** Formats and checks the sources of the pages with Prettier and TypeScript. Runs in a browser, from PageToolsTest. */
const STYLE = { printWidth: 120, singleQuote: true, arrowParens: 'avoid', quoteProps: 'consistent' };

/** Differences in types that plain JavaScript does not declare, such as subtracting dates. Everything else is reported. */
const UNDECLARED_TYPES = [2339, 2345, 2353, 2362, 2363, 2365, 2769];

/** Libraries that are not part of the sources. */
const LIBRARIES = {
  '/assets/vendor/vue.runtime.esm-browser.prod.d.ts':
    'export const computed: any, createApp: any, defineAsyncComponent: any, h: any, onBeforeUnmount: any, ' +
    'onMounted: any, onUnmounted: any, reactive: any, ref: any, shallowRef: any, watch: any;',
  '/assets/vendor/echarts.esm.min.d.ts': 'export const init: any;',
};

/** Returns the formatted text of each source, by path. */
window.formatSources = async sources => {
  const formatted = {};
  for (const [path, text] of Object.entries(sources)) {
    const parser = path.endsWith('.css') ? 'css' : 'babel';
    formatted[path] = await prettier.format(text, { ...STYLE, parser, plugins: Object.values(prettierPlugins) });
  }
  return formatted;
};

/**
 * Returns problems: undefined names, imports of modules and names that do not exist, unused names, unreachable code.
 *
 * @param sources text of the sources by path
 * @param declarations text of the declarations of the browser's and the language's own names, by file name
 */
window.checkSources = (sources, declarations) => {
  const read = path => sources[path] ?? LIBRARIES[path] ?? declarations[path.replace('/declarations/', '')];
  const options = {
    allowJs: true,
    checkJs: true,
    noEmit: true,
    noUnusedLocals: true,
    noUnusedParameters: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    allowUnreachableCode: false,
    allowUnusedLabels: false,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ES2022,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  const host = {
    fileExists: path => read(path) !== undefined,
    readFile: read,
    getSourceFile: (path, version) =>
      read(path) === undefined ? undefined : ts.createSourceFile(path, read(path), version, true),
    getDefaultLibLocation: () => '/declarations',
    getDefaultLibFileName: () => '/declarations/lib.d.ts',
    getCurrentDirectory: () => '/',
    getCanonicalFileName: path => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    directoryExists: () => true,
    getDirectories: () => [],
    writeFile: () => {},
  };
  const program = ts.createProgram(Object.keys(sources), options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .filter(each => !UNDECLARED_TYPES.includes(each.code))
    .map(each => {
      const message = ts.flattenDiagnosticMessageText(each.messageText, ' ');
      const line = each.file ? each.file.getLineAndCharacterOfPosition(each.start).line + 1 : '';
      return (each.file?.fileName ?? '') + ':' + line + ' ' + message + ' (' + each.code + ')';
    });
};
