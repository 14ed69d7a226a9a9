"""What python-pptx does not write itself: a vector beside a picture, sections, a movie that starts by itself, and a
package that is the same file every time.

The first three are extensions and structures as PowerPoint itself writes them; programs that do not know them leave
them alone. Sources: [MS-ODRAWXML] 2.11 (svgBlip), [MS-PPTX] 2.5.4 (sectionLst), ECMA-376 part 1, 19.5 (timing).
"""

from __future__ import annotations

import uuid
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lxml import etree
from pptx.opc.constants import RELATIONSHIP_TYPE as RT
from pptx.opc.package import Part
from pptx.opc.packuri import PackURI
from pptx.oxml import parse_xml
from pptx.oxml.ns import nsdecls, qn
from pptx.presentation import Presentation
from pptx.slide import Slide

SVG = "http://schemas.microsoft.com/office/drawing/2016/SVG/main"
SVG_EXTENSION = "{96DAC541-7B7A-43D3-8B79-37D633B846F1}"
SECTIONS = "http://schemas.microsoft.com/office/powerpoint/2010/main"
SECTIONS_EXTENSION = "{521415D9-36F7-43E2-AB2F-B90AF26B5E84}"

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The first date that a zip file knows; it stands for none."""

PACKED = (".png", ".jpg", ".mp4")
"""Files that get no smaller by being compressed again."""


def add_vector(slide: Slide, picture: Any, svg: Path) -> None:
    """Let an SVG ride along with a picture: a program that can show it does, others show the picture."""
    name = PackURI(f"/ppt/media/vector{slide.part.partname.idx}.svg")
    part = Part(name, "image/svg+xml", slide.part.package, svg.read_bytes())
    blip = picture.element.find(f".//{qn('a:blip')}")
    extensions = etree.SubElement(blip, qn("a:extLst"))
    extension = etree.SubElement(extensions, qn("a:ext"), uri=SVG_EXTENSION)
    vector = etree.SubElement(extension, f"{{{SVG}}}svgBlip", nsmap={"asvg": SVG})
    vector.set(qn("r:embed"), slide.part.relate_to(part, RT.IMAGE))


def add_sections(prs: Presentation, sections: Mapping[str, int]) -> None:
    """Divide the slides into sections of so many each, in order."""
    slides = iter(prs.element.sldIdLst)
    extensions = prs.element.find(qn("p:extLst"))
    if extensions is None:
        extensions = etree.SubElement(prs.element, qn("p:extLst"))
    extension = etree.SubElement(extensions, qn("p:ext"), uri=SECTIONS_EXTENSION)
    listed = etree.SubElement(extension, f"{{{SECTIONS}}}sectionLst", nsmap={"p14": SECTIONS})
    for number, (name, count) in enumerate(sections.items()):
        key = f"{{{uuid.uuid5(uuid.NAMESPACE_OID, f'{number} {name}')}}}".upper()
        section = etree.SubElement(listed, f"{{{SECTIONS}}}section", name=name, id=key)
        inside = etree.SubElement(section, f"{{{SECTIONS}}}sldIdLst")
        for _ in range(count):
            etree.SubElement(inside, f"{{{SECTIONS}}}sldId", id=str(next(slides).id))


def start_by_itself(slide: Slide, movie: Any, milliseconds: int) -> None:
    """Let a movie that was added to a slide play, muted, as soon as the slide is shown."""
    old = slide.element.find(qn("p:timing"))
    old.getparent().replace(old, parse_xml(TIMING % {"shape": movie.shape_id, "length": milliseconds}))


TIMING = f"""
<p:timing {nsdecls("p")}><p:tnLst><p:par><p:cTn id="1" dur="indefinite" restart="never" nodeType="tmRoot"><p:childTnLst>
  <p:seq concurrent="1" nextAc="seek">
    <p:cTn id="2" dur="indefinite" nodeType="mainSeq"><p:childTnLst>
      <p:par><p:cTn id="3" fill="hold">
        <p:stCondLst><p:cond delay="indefinite"/><p:cond evt="onBegin" delay="0"><p:tn val="2"/></p:cond></p:stCondLst>
        <p:childTnLst><p:par><p:cTn id="4" fill="hold">
          <p:stCondLst><p:cond delay="0"/></p:stCondLst>
          <p:childTnLst><p:par>
            <p:cTn id="5" presetID="1" presetClass="mediacall" presetSubtype="0" fill="hold" nodeType="afterEffect">
              <p:stCondLst><p:cond delay="0"/></p:stCondLst>
              <p:childTnLst><p:cmd type="call" cmd="playFrom(0.0)"><p:cBhvr>
                <p:cTn id="6" dur="%(length)d" fill="hold"/>
                <p:tgtEl><p:spTgt spid="%(shape)d"/></p:tgtEl>
              </p:cBhvr></p:cmd></p:childTnLst>
            </p:cTn>
          </p:par></p:childTnLst>
        </p:cTn></p:par></p:childTnLst>
      </p:cTn></p:par>
    </p:childTnLst></p:cTn>
    <p:prevCondLst><p:cond evt="onPrev" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:prevCondLst>
    <p:nextCondLst><p:cond evt="onNext" delay="0"><p:tgtEl><p:sldTgt/></p:tgtEl></p:cond></p:nextCondLst>
  </p:seq>
  <p:video><p:cMediaNode vol="80000" mute="1">
    <p:cTn id="7" fill="hold" display="0"><p:stCondLst><p:cond delay="indefinite"/></p:stCondLst></p:cTn>
    <p:tgtEl><p:spTgt spid="%(shape)d"/></p:tgtEl>
  </p:cMediaNode></p:video>
</p:childTnLst></p:cTn></p:par></p:tnLst></p:timing>
"""


def save(prs: Presentation, path: Path) -> None:
    """Write a presentation, with no date in it, so that the same slides are the same file."""
    raw = path.with_name(f"{path.name}.raw")
    try:
        prs.save(str(raw))
        with zipfile.ZipFile(raw) as given, zipfile.ZipFile(path, "w") as file:
            for entry in given.infolist():
                undated = zipfile.ZipInfo(entry.filename, EARLIEST)
                undated.compress_type = zipfile.ZIP_STORED if entry.filename.endswith(PACKED) else zipfile.ZIP_DEFLATED
                undated.external_attr = 0o644 << 16
                file.writestr(undated, given.read(entry))
    finally:
        raw.unlink(missing_ok=True)
