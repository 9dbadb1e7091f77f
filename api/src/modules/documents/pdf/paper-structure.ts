import type PDFDocument from 'pdfkit'

type Pdf = InstanceType<typeof PDFDocument>

/** Roles of ISO 32000-1 §14.8.4 that the papers use. */
export type Role = 'Document' | 'H1' | 'H2' | 'P' | 'Span' | 'Table' | 'TR' | 'TH' | 'TD' | 'Figure'

export type Attributes = {
  /** BCP 47; what is given inside differs from the language around it. */
  readonly lang?: string | undefined
  /** What stands in place of a figure. */
  readonly alt?: string
  /** A header cell heads its column or its row. */
  readonly scope?: 'Column' | 'Row'
  /** Left, top, right and bottom of a figure in points. */
  readonly bbox?: readonly [number, number, number, number]
}

/** One element of a paper: what a screen reader reads, and what the web page of the paper is made of. */
export type PaperNode = {
  readonly role: Role
  readonly lang?: string | undefined
  readonly alt?: string | undefined
  readonly scope?: 'Column' | 'Row' | undefined
  readonly children: (PaperNode | string)[]
}

type Open = { readonly node: PaperNode; readonly element: PDFKit.PDFStructureElement }

/** Roles that hold text; all others hold elements. */
const TEXT_ROLES: readonly Role[] = ['H1', 'H2', 'P', 'Span', 'TH', 'TD', 'Figure']

/**
 * Structure tree of a PDF (PDF/UA-1). Elements nest as the calls do; what is drawn outside of a text element becomes a
 * paragraph, and what is drawn in `artifact` is skipped by screen readers. The same tree is recorded in `tree`.
 */
export function paperStructure(document: Pdf) {
  const root = document.struct('Document')
  document.addStructure(root)
  const tree: PaperNode = { role: 'Document', children: [] }
  const open: Open[] = [{ node: tree, element: root }]
  let isArtifact = false

  const current = (): Open => {
    const last = open.at(-1)
    if (!last) throw new Error('The structure has no open element')
    return last
  }

  /** Opens an element, draws its content, and closes it. */
  function within<T>(role: Role, draw: () => T, attributes: Attributes = {}): T {
    if (isArtifact) return draw()
    const { lang, alt, scope, bbox } = attributes
    const parent = current()
    const element = document.struct(role, {
      ...(lang && { lang }),
      ...(alt && { alt }),
      ...(scope && { scope }),
      ...(bbox && { bbox: [...bbox] }),
    })
    const node: PaperNode = { role, lang, alt, scope, children: [] }
    parent.element.add(element)
    parent.node.children.push(node)
    open.push({ node, element })
    try {
      return draw()
    } finally {
      open.pop()
      element.end()
    }
  }

  /** Draws a text in the open text element, else as a paragraph of its own. */
  function text(content: string, draw: () => void, lang?: string): void {
    if (isArtifact) return draw()
    const { node, element } = current()
    if (!TEXT_ROLES.includes(node.role)) return within('P', () => text(content, draw), { lang })
    if (lang && lang !== node.lang) return within('Span', () => text(content, draw), { lang })
    element.add(draw)
    node.children.push(content)
  }

  /** Draws decoration, or what repeats on a further page. */
  function artifact(type: 'Layout' | 'Pagination', draw: () => void) {
    // pdfkit ends an open artifact when another one begins.
    if (isArtifact) return draw()
    document.markContent('Artifact', { type })
    isArtifact = true
    try {
      draw()
    } finally {
      isArtifact = false
      document.endMarkedContent()
    }
  }

  /** Draws the content of an element that has no text, such as a figure. */
  const content = (draw: () => void) => {
    if (isArtifact) draw()
    else current().element.add(draw)
  }

  return { tree, within, text, artifact, content, end: () => root.end() }
}
